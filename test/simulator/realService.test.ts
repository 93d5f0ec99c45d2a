import { DEMO, message, multiMessage, NUMBER, Service, withMessageIds } from './service';

describe('with the clock of Johannesburg, at 10:00 there', () => {
	let service: Service;
	beforeEach(() => {
		service = new Service({ timeZone: 'Africa/Johannesburg' });
	});

	test('a time to send at is on that clock', async () => {
		const byXml = multiMessage(message('Hi', NUMBER), '<Scheduled>202611201030</Scheduled>');
		await service.post('/xmlsendsmsmulti.asp', byXml);
		await service.send(NUMBER, '202611201030');
		await service.send(NUMBER, '202611200830');
		expect(await service.messages()).toMatchObject([
			{ scheduledAt: '2026-11-20T08:30:00.000Z' },
			{ scheduledAt: '2026-11-20T08:30:00.000Z' },
			{ scheduledAt: null },
		]);
	});

	test('statuses are dated by it', async () => {
		await service.send();
		await service.wait(60);
		expect(await service.status('1000001;')).toBe('1000001=DELIVERED;2026/11/20;10:00:06;0&');
		const answer = await service.post(
			'/xmlgetstatus.asp',
			withMessageIds('Svc_StatusRequest', '1000001', '5'),
		);
		expect(answer.match(/StatusDateTime>[^<]+/g)).toEqual([
			'StatusDateTime>2026/11/20 10:00:06',
			'StatusDateTime>2026/11/20 10:01:00',
		]);
	});

	test('replies, short-code messages and opt-outs are dated by it', async () => {
		await service.send();
		await service.reply('STOP');
		await service.textShortCode('VOTE 1');
		const at = `CLI=${NUMBER};DateReceived=202611201000;`;
		expect(await service.get(`/listoptouts.asp?${DEMO}`)).toContain(at);
		expect(await service.shortCodeMessages()).toContain(at);
		expect(await service.replies()).toContain(at);
	});
});

test('with the path /api the endpoints are below it, and a web page without it', async () => {
	const service = new Service({ path: '/api' });
	expect(await service.get(`/api/auth.asp?${DEMO}`)).toBe('Login=OK');
	expect(
		await service.post('/api/xmlsendsmsmulti.asp', multiMessage(message('Hi', NUMBER))),
	).toContain('<ID>1000001</ID>');
	expect((await service.request(`/auth.asp?${DEMO}`)).status).toBe(404);
	expect(await service.get(`/auth.asp?${DEMO}`)).toContain('<html>');
	expect(await service.get('/')).toContain('Messaging Gateway Simulator');
});

test('the result for a number on the Do Not Contact list can be another word', async () => {
	const service = new Service({ doNotContactWord: 'WASPADNC' });
	expect(await service.send(`27820000004;${NUMBER}`)).toBe(
		`27820000004=WASPADNC&${NUMBER}=1000001&`,
	);
	expect(
		await service.post('/xmlsendsmsmulti.asp', multiMessage(message('Hi', '27820000004'))),
	).toContain('<ID>FAIL:WASPADNC</ID>');
});
