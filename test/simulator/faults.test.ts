import { bytesSent, type ScriptedFault } from '../../simulator/faults';
import type { LoggedRequest } from '../../simulator/requestLog';
import { DEMO, freshService, NUMBER, refusal, Service } from './service';

const SEND = `/batchmessage.asp?${DEMO}&message=Hi&numbers=${NUMBER}`;
const ACCEPTED = `${NUMBER}=1000001&`;

const service = freshService();

const script = (scripted: ScriptedFault) => service.control('POST', '/faults', scripted);

const logged = () => service.control<LoggedRequest[]>('GET', '/requests');

describe('a scripted fault', () => {
	test.each([
		['before', { workDone: false, accountId: null }, 0],
		['after', { workDone: true, answer: { body: ACCEPTED } }, 1],
	] as const)('drops the connection %s the work is done', async (drop, entry, sent) => {
		await service.fault({ drop });
		await expect(service.send()).rejects.toThrow('fetch failed');
		expect(await service.messages()).toHaveLength(sent);
		expect(await logged()).toMatchObject([{ ...entry, answerSent: 'none' }]);
	});

	test('truncates the answer: fewer bytes than Content-Length, and the socket is destroyed', async () => {
		await service.fault({ truncateAt: 12 });
		const answer = await service.request(SEND);
		expect(answer.headers.get('content-length')).toBe('20');
		const reader = answer.body?.getReader();
		expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('27821110001=');
		await expect(reader?.read()).rejects.toThrow();
		expect(await logged()).toMatchObject([{ workDone: true, answerSent: 'part' }]);
	});

	test('delays the answer, not the work', async () => {
		await service.fault({ delayMs: 1000 });
		const begin = performance.now();
		const answer = service.send();
		while ((await service.messages()).length === 0);
		expect(performance.now() - begin).toBeLessThan(1000);
		expect(await answer).toBe(ACCEPTED);
		expect(performance.now() - begin).toBeGreaterThan(990);
	});

	test('answers with another status, body and headers, and without the work if told so', async () => {
		const headers = { 'retry-after': '5' };
		await service.fault({ skipWork: true, status: 503, body: '<html>Busy</html>', headers });
		const answer = await service.request(SEND);
		expect(answer.status).toBe(503);
		expect(answer.headers.get('retry-after')).toBe('5');
		expect(await answer.text()).toBe('<html>Busy</html>');
		expect(await service.messages()).toEqual([]);
	});

	test('does the work behind another status unless told otherwise', async () => {
		await service.fault({ status: 500, body: '' });
		expect((await service.request(SEND)).status).toBe(500);
		expect(await service.messages()).toHaveLength(1);
	});

	test('redirects', async () => {
		await service.fault({ redirectTo: 'http://127.0.0.1:1/elsewhere' });
		const answer = await service.request(SEND, { redirect: 'manual' });
		expect(answer.status).toBe(302);
		expect(answer.headers.get('location')).toBe('http://127.0.0.1:1/elsewhere');
	});

	test('applies to matching requests only, as often as it says, one after the other', async () => {
		await script({ match: { path: '/auth.asp' }, times: 2, fault: { body: 'first' } });
		await script({ match: { path: '/auth.asp' }, fault: { body: 'second' } });
		for (const answer of ['first', 'first', 'second', 'Login=OK']) {
			expect(await service.get(`/auth.asp?${DEMO}`)).toBe(answer);
			expect(await service.credits()).toBe('Credits=1000');
		}
	});

	test('is forgotten on DELETE /control/faults', async () => {
		await service.fault({ status: 500 });
		await service.control('DELETE', '/faults');
		expect(await service.control('GET', '/faults')).toEqual([]);
		expect(await service.get(`/auth.asp?${DEMO}`)).toBe('Login=OK');
	});

	test('with a misspelt name is refused', async () => {
		const misspelt = { delayms: 5 } as ScriptedFault['fault'];
		expect(await script({ fault: misspelt })).toEqual(
			refusal('body/fault must NOT have additional properties'),
		);
	});
});

test('--latency holds back every answer', async () => {
	const slow = new Service({ latencyMs: 50 });
	const begin = performance.now();
	await slow.get(`/auth.asp?${DEMO}`);
	expect(performance.now() - begin).toBeGreaterThan(45);
});

test('the work for an answer is part of its latency', async () => {
	const now = jest.spyOn(performance, 'now').mockReturnValue(0);
	const deliveryRule = () => void now.mockReturnValue(60_000);
	const busy = new Service({ latencyMs: 60_000, deliveryRule });
	expect(await busy.send()).toBe(ACCEPTED);
	now.mockRestore();
});

test.each([
	[50, 50],
	[0.5, 100],
	[0, 0],
	[1, 1],
	[999, 200],
])('an answer of 200 bytes that is truncated at %p has %i bytes', (truncateAt, bytes) => {
	expect(bytesSent(200, truncateAt)).toBe(bytes);
});
