import { once } from 'node:events';
import { request, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import { DEMO, freshService, Service } from './service';

const service = freshService();

interface Asked {
	method: string;
	path: string;
}

/** The status that a request is answered with; `fetch` would send a Host of its own. */
async function statusOf(asked: Asked, headers: OutgoingHttpHeaders, to = service): Promise<number> {
	const sent = request(await to.address, { ...asked, headers });
	sent.end();
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
		['localhost:8085', 200],
		['127.0.0.1:8085', 200],
		['[::1]:8085', 200],
		['192.168.1.7', 200],
		['simulator:8085', 200],
		['host.docker.internal:8085', 200],
		['evil.example', 403],
		['evil.example:8085', 403],
		['127.0.0.1.evil.example:8085', 403],
		['a@b', 403],
	])('answers requests to the host %s with %i', async (host, status) => {
		expect(await statusOf(asked, { host })).toBe(status);
		expect(await statusOf(asked, { host, origin: `http://${host}` })).toBe(status);
	});

	test.each(['http://evil.example', 'http://localhost:3000', 'https://localhost:8085', 'null'])(
		'refuses requests that a page of %s sends',
		async (origin) => expect(await statusOf(asked, { host: 'localhost:8085', origin })).toBe(403),
	);
});

describe.each([PAGE_FILE, CONTROL, QUERY, XML])('$method $path', (asked) => {
	test.each([
		['cross-site', 403],
		['same-site', 403],
		['same-origin', 200],
		['none', 200],
	])('answers what a browser loads or opens for a %s page with %i', async (site, status) =>
		expect(await statusOf(asked, { 'sec-fetch-site': site })).toBe(status),
	);
});

test('the page can be opened by a link of another website', async () => {
	expect(await statusOf(PAGE, { 'sec-fetch-site': 'cross-site' })).toBe(200);
});

test('an address that nothing is at is refused to foreign hosts too', async () => {
	expect(await statusOf({ method: 'GET', path: '/nothing' }, { host: 'evil.example' })).toBe(403);
});

test('a name that the simulator was told to listen on may have a dot', async () => {
	const named = new Service({ host: 'Sms.test.example' });
	expect(await statusOf(QUERY, { host: 'sms.test.example:8085' }, named)).toBe(200);
	expect(await statusOf(QUERY, { host: 'sms.test.example' }, named)).toBe(200);
	expect(await statusOf(QUERY, { host: 'other.test.example:8085' }, named)).toBe(403);
});

test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x'])(
	'the control interface takes no body of the type %s, which an HTML form could send',
	async (type) => {
		const asked = { method: 'POST', body: '{"speed":0}', headers: { 'content-type': type } };
		expect((await service.request('/control/clock', asked)).status).toBe(415);
	},
);
