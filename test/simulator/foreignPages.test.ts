import { once } from 'node:events';
import { request, type IncomingMessage, type RequestOptions } from 'node:http';
import { DEMO, Service } from './service';

const service = new Service();

/** The status that a request is answered with; `fetch` would send a Host of its own. */
async function statusOf(options: RequestOptions, body = '', asked = service): Promise<number> {
	const sent = request(await asked.address, options);
	sent.end(body);
	const [answer] = (await once(sent, 'response')) as [IncomingMessage];
	answer.resume();
	return answer.statusCode ?? 0;
}

const PAGE = { method: 'GET', path: '/' };
const PAGE_FILE = { method: 'GET', path: '/page/main.js' };
const CONTROL = { method: 'POST', path: '/control/reset' };
const QUERY = { method: 'GET', path: `/auth.asp?${DEMO}` };
const XML = { method: 'POST', path: '/xmlgetreplies.asp' };

describe.each([PAGE, PAGE_FILE, CONTROL, QUERY, XML])('$method $path', (asked) => {
	test.each([
		'localhost:8085',
		'127.0.0.1:8085',
		'[::1]:8085',
		'192.168.1.7',
		'simulator:8085',
		'host.docker.internal:8085',
	])('answers requests to the host %s', async (host) => {
		expect(await statusOf({ ...asked, headers: { host } })).toBe(200);
		expect(await statusOf({ ...asked, headers: { host, origin: `http://${host}` } })).toBe(200);
	});

	test.each(['evil.example', 'evil.example:8085', '127.0.0.1.evil.example:8085', 'a@b'])(
		'refuses requests to the host %s, which others could have pointed here',
		async (host) => {
			expect(await statusOf({ ...asked, headers: { host } })).toBe(403);
			expect(await statusOf({ ...asked, headers: { host, origin: `http://${host}` } })).toBe(403);
		},
	);

	test.each(['http://evil.example', 'http://localhost:3000', 'https://localhost:8085', 'null'])(
		'refuses requests that a page of %s sends',
		async (origin) => {
			const headers = { host: 'localhost:8085', origin };
			expect(await statusOf({ ...asked, headers })).toBe(403);
		},
	);
});

describe.each([PAGE_FILE, CONTROL, QUERY, XML])('$method $path', (asked) => {
	test.each(['cross-site', 'same-site'])(
		'refuses what a browser loads or opens for a %s page',
		async (site) =>
			expect(await statusOf({ ...asked, headers: { 'sec-fetch-site': site } })).toBe(403),
	);

	test.each(['same-origin', 'none'])('answers a browser whose request is %s', async (site) =>
		expect(await statusOf({ ...asked, headers: { 'sec-fetch-site': site } })).toBe(200),
	);
});

test('the page can be opened by a link of another website', async () => {
	expect(await statusOf({ ...PAGE, headers: { 'sec-fetch-site': 'cross-site' } })).toBe(200);
});

test('an address that nothing is at is refused to foreign hosts too', async () => {
	expect(await statusOf({ path: '/nothing', headers: { host: 'evil.example' } })).toBe(403);
});

test('a name that the simulator was told to listen on may have a dot', async () => {
	const named = new Service({ host: 'Sms.test.example' });
	const to = (host: string) => statusOf({ ...QUERY, headers: { host } }, '', named);
	expect(await to('sms.test.example:8085')).toBe(200);
	expect(await to('sms.test.example')).toBe(200);
	expect(await to('other.test.example:8085')).toBe(403);
});

test('the control interface takes no body that an HTML form could send', async () => {
	for (const type of ['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']) {
		const headers = { 'content-type': type };
		const asked = { method: 'POST', path: '/control/clock', headers };
		expect(await statusOf(asked, '{"speed":0}')).toBe(415);
	}
});
