import { unreachableHint } from '../../nodes/MessagingGateway/question/link';

describe('a link that no telephone can reach', () => {
	it.each([
		'http://localhost:5678',
		'http://127.0.0.1:5678',
		'http://10.1.2.3',
		'http://172.16.0.1',
		'http://172.31.0.1',
		'http://192.168.0.7',
		'http://169.254.1.1',
		'http://0.0.0.0:5678',
		'http://n8n:5678',
		'https://n8n.lan',
		'https://n8n.local',
		'https://n8n.home.arpa',
		'http://[::1]:5678',
		'http://[fd00::1]',
		'http://[fe80::1]',
	])('is %s', (base) => {
		expect(unreachableHint(`${base}/webhook-waiting/17/f3a1`)).toBe(
			`The link leads to ${new URL(base).hostname}, which telephones cannot reach. Ask whoever runs n8n to set N8N_WEBHOOK_URL (before n8n 2.30 WEBHOOK_URL) to its public address.`,
		);
	});

	it.each([
		'https://n8n.example.com',
		'https://172.32.0.1',
		'https://203.0.113.7',
		'https://10.example.com',
		'https://localhost.example.com',
		'https://[2001:db8::1]',
	])('is not %s', (base) => {
		expect(unreachableHint(`${base}/webhook-waiting/17/f3a1`)).toBeUndefined();
	});
});
