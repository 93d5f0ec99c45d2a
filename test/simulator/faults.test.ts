import { bytesSent } from '../../simulator/faults';
import type { LoggedRequest } from '../../simulator/requestLog';
import { DEMO, Service } from './service';

const SEND = `/batchmessage.asp?${DEMO}&message=Hi&numbers=27821110001`;

const service = new Service();
beforeEach(() => service.reset());

const script = (scripted: object) => service.control('POST', '/faults', scripted);

const logged = () => service.control<LoggedRequest[]>('GET', '/requests');

const messages = () => service.control<object[]>('GET', '/messages');

describe('a scripted fault', () => {
	test('drops the connection before the work is done', async () => {
		await script({ fault: { drop: 'before' } });
		await expect(service.request(SEND)).rejects.toThrow('fetch failed');
		expect(await messages()).toEqual([]);
		expect(await logged()).toEqual([
			expect.objectContaining({ workDone: false, answerSent: 'none', accountId: null }),
		]);
	});

	test('drops the connection after the work is done', async () => {
		await script({ fault: { drop: 'after' } });
		await expect(service.request(SEND)).rejects.toThrow('fetch failed');
		expect(await messages()).toHaveLength(1);
		expect(await logged()).toEqual([
			expect.objectContaining({
				workDone: true,
				answerSent: 'none',
				answer: expect.objectContaining({ body: '27821110001=1000001&' }),
			}),
		]);
	});

	test('truncates the answer: fewer bytes than Content-Length, and the socket is destroyed', async () => {
		await script({ fault: { truncateAt: 12 } });
		const answer = await service.request(SEND);
		expect(answer.headers.get('content-length')).toBe('20');
		const received = await readUntilBroken(answer);
		expect(received).toEqual({ text: '27821110001=', broken: true });
		expect(await logged()).toEqual([
			expect.objectContaining({ workDone: true, answerSent: 'part' }),
		]);
	});

	test('delays the answer, not the work', async () => {
		await script({ fault: { delayMs: 1000 } });
		const begin = performance.now();
		const answer = service.request(SEND);
		while ((await messages()).length === 0);
		expect(performance.now() - begin).toBeLessThan(1000);
		expect(await (await answer).text()).toBe('27821110001=1000001&');
		expect(performance.now() - begin).toBeGreaterThan(990);
	});

	test('answers with another status, body and headers, and without the work if told so', async () => {
		await script({
			fault: {
				skipWork: true,
				status: 503,
				body: '<html>Busy</html>',
				headers: { 'retry-after': '5' },
			},
		});
		const answer = await service.request(SEND);
		expect(answer.status).toBe(503);
		expect(answer.headers.get('retry-after')).toBe('5');
		expect(await answer.text()).toBe('<html>Busy</html>');
		expect(await messages()).toEqual([]);
	});

	test('does the work behind another status unless told otherwise', async () => {
		await script({ fault: { status: 500, body: '' } });
		expect((await service.request(SEND)).status).toBe(500);
		expect(await messages()).toHaveLength(1);
	});

	test('redirects', async () => {
		await script({ fault: { redirectTo: 'http://127.0.0.1:1/elsewhere' } });
		const answer = await service.request(SEND, { redirect: 'manual' });
		expect(answer.status).toBe(302);
		expect(answer.headers.get('location')).toBe('http://127.0.0.1:1/elsewhere');
	});

	test('writes the answer in a charset other than the declared one', async () => {
		await script({ fault: { charset: 'windows-1252', body: 'ü€' } });
		const answer = await service.request(SEND);
		expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect([...new Uint8Array(await answer.arrayBuffer())]).toEqual([0xfc, 0x80]);
	});

	test('applies to matching requests only, as often as it says, one after the other', async () => {
		await script({ match: { path: '/auth.asp' }, times: 2, fault: { body: 'first' } });
		await script({ match: { path: '/auth.asp' }, fault: { body: 'second' } });
		const answers: string[] = [];
		for (let call = 0; call < 4; call += 1) {
			answers.push(await service.get(`/auth.asp?${DEMO}`), await service.credits());
		}
		expect(answers.filter((answer) => answer !== 'Credits=1000')).toEqual([
			'first',
			'first',
			'second',
			'Login=OK',
		]);
	});

	test('is forgotten on DELETE /control/faults', async () => {
		await script({ fault: { status: 500 } });
		await service.control('DELETE', '/faults');
		expect(await service.control('GET', '/faults')).toEqual([]);
		expect(await service.get(`/auth.asp?${DEMO}`)).toBe('Login=OK');
	});

	test('with a misspelt name is refused', async () => {
		expect(await script({ fault: { delayms: 5 } })).toEqual(
			expect.objectContaining({ statusCode: 400 }),
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
	expect(await busy.get(SEND)).toBe('27821110001=1000001&');
	now.mockRestore();
});

test('an answer is truncated at a number of bytes, or at a share of it below 1', () => {
	expect(bytesSent(200, 50)).toBe(50);
	expect(bytesSent(200, 0.5)).toBe(100);
	expect(bytesSent(200, 0)).toBe(0);
	expect(bytesSent(200, 1)).toBe(1);
	expect(bytesSent(200, 999)).toBe(200);
});

async function readUntilBroken(answer: Response): Promise<{ text: string; broken: boolean }> {
	const decoder = new TextDecoder();
	const reader = answer.body?.getReader();
	let text = '';
	try {
		for (;;) {
			const chunk = await reader?.read();
			if (!chunk || chunk.done) return { text, broken: false };
			text += decoder.decode(chunk.value, { stream: true });
		}
	} catch {
		return { text, broken: true };
	}
}
