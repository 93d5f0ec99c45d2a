import { once } from 'node:events';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { createSimulator } from '../../simulator/simulator';

const simulator = createSimulator();
let address: string;
beforeAll(async () => {
	address = await simulator.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => simulator.close());

/** The status that a request is answered with; `fetch` would send a Host of its own. */
async function statusOf(options: RequestOptions, body = ''): Promise<number | undefined> {
	const sent = request(address, options);
	sent.end(body);
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	answer.resume();
	return answer.statusCode;
}

const resetFrom = (headers: Record<string, string>) =>
	statusOf({ method: 'POST', path: '/control/reset', headers });

describe('the control interface', () => {
	test.each(['localhost:8085', '127.0.0.1:8085', '[::1]:8085', '192.168.1.7', 'simulator:8085'])(
		'answers requests to the host %s',
		async (host) => {
			expect(await resetFrom({ host })).toBe(200);
			expect(await resetFrom({ host, origin: `http://${host}` })).toBe(200);
		},
	);

	test.each(['evil.example', 'evil.example:8085', '127.0.0.1.evil.example:8085', 'a@b'])(
		'refuses requests to the host %s, which others could have pointed here',
		async (host) => {
			expect(await statusOf({ path: '/control/messages', headers: { host } })).toBe(403);
			expect(await resetFrom({ host, origin: `http://${host}` })).toBe(403);
		},
	);

	test.each(['http://evil.example', 'http://localhost:3000', 'https://localhost:8085', 'null'])(
		'refuses requests that a page of %s sends',
		async (origin) => {
			expect(await resetFrom({ host: 'localhost:8085', origin })).toBe(403);
			const path = '/control/events';
			expect(await statusOf({ path, headers: { host: 'localhost:8085', origin } })).toBe(403);
		},
	);

	test('takes no body that an HTML form could send', async () => {
		for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
			const headers = { 'content-type': type };
			const asked = { method: 'POST', path: '/control/clock', headers };
			expect(await statusOf(asked, '{"speed":0}')).toBe(415);
		}
	});
});
