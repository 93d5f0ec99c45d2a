import { queryOperations } from '../../simulator/query/queryInterface';
import { xmlOperations } from '../../simulator/xml/xmlInterface';
import { DEMO, Service } from './service';

const service = new Service();
const POST = { method: 'POST', body: '<script/>' };

/** What makes an answer inert in a browser. */
const INERT = { csp: 'sandbox', options: 'nosniff' };

async function safety(url: string, init?: RequestInit) {
	const { headers } = await service.request(url, { redirect: 'manual', ...init });
	return {
		csp: headers.get('content-security-policy'),
		options: headers.get('x-content-type-options'),
	};
}

describe('every answer of the gateway is inert in a browser', () => {
	test.each(queryOperations.map(({ path }) => path))('GET %s', async (path) => {
		expect(await safety(`${path}?${DEMO}&message=<script>&numbers=<script>`)).toEqual(INERT);
		expect(await safety(path)).toEqual(INERT);
	});

	test.each(xmlOperations.map(({ path }) => path))('POST %s', async (path) => {
		expect(await safety(path, POST)).toEqual(INERT);
	});

	test.each<[string, RequestInit]>([
		['/nothing.asp', {}],
		['/auth.asp', POST],
		['/%zz<script>', {}],
		['/control/accounts', {}],
		['/control/messages/<script>/status', POST],
		['/auth.asp', { headers: { origin: 'http://evil.example' } }],
	])('what goes wrong at %s', async (url, init) => {
		expect(await safety(url, init)).toEqual(INERT);
	});

	const page = '<script>alert(1)</script>';
	test.each([
		{ body: page, skipWork: true },
		{ body: page, status: 500 },
		{ body: page, truncateAt: 0.5 },
		{ redirectTo: '/elsewhere' },
		{ headers: { 'Content-Security-Policy': "default-src 'self'", 'X-Content-Type-Options': 'x' } },
		{
			headers: { 'Content-Security-Policy': "default-src 'self'", 'X-Content-Type-Options': 'x' },
			truncateAt: 3,
		},
	])('behind the fault %j', async (fault) => {
		await service.control('POST', '/faults', { fault });
		expect(await safety(`/auth.asp?${DEMO}`)).toEqual(INERT);
		expect(await service.control('GET', '/faults')).toEqual([]);
	});
});

test('an answer still has the content type of its interface', async () => {
	const type = async (url: string, init?: RequestInit) =>
		(await service.request(url, init)).headers.get('content-type');
	expect(await type('/auth.asp')).toBe('text/html; charset=utf-8');
	expect(await type('/xmlgetreplies.asp', POST)).toBe('text/xml; charset=utf-8');
});
