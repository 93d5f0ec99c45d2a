import { queryOperations } from '../../simulator/query/queryInterface';
import { xmlOperations } from '../../simulator/xml/xmlInterface';
import { DEMO, freshService } from './service';

const service = freshService();
const POST = { method: 'POST', body: '<script/>' };

/** Asks, and expects an answer of that type that is inert in a browser. */
async function expectInert(url: string, init?: RequestInit, type = /./) {
	const { headers } = await service.request(url, { redirect: 'manual', ...init });
	expect(headers.get('content-security-policy')).toBe('sandbox');
	expect(headers.get('x-content-type-options')).toBe('nosniff');
	expect(headers.get('content-type')).toMatch(type);
}

describe('every answer of the gateway is inert in a browser', () => {
	test.each(queryOperations.map(({ path }) => path))('GET %s', async (path) => {
		const type = /^text\/html; charset=utf-8$/;
		await expectInert(`${path}?${DEMO}&message=<script>&numbers=<script>`, {}, type);
		await expectInert(path, {}, type);
	});

	test.each(xmlOperations.map(({ path }) => path))('POST %s', async (path) => {
		await expectInert(path, POST, /^text\/xml; charset=utf-8$/);
	});

	test.each<[string, RequestInit]>([
		['/nothing.asp', {}],
		['/auth.asp', POST],
		['/%zz<script>', {}],
		['/control/accounts', {}],
		['/control/messages/<script>/status', POST],
		['/auth.asp', { headers: { origin: 'http://evil.example' } }],
	])('what goes wrong at %s', async (url, init) => await expectInert(url, init));

	const page = '<script>alert(1)</script>';
	const headers = {
		'Content-Security-Policy': "default-src 'self'",
		'X-Content-Type-Options': 'x',
	};
	test.each([
		{ body: page, skipWork: true },
		{ body: page, status: 500 },
		{ body: page, truncateAt: 0.5 },
		{ redirectTo: '/elsewhere' },
		{ headers },
		{ headers, truncateAt: 3 },
	])('behind the fault %j', async (fault) => {
		await service.fault(fault);
		await expectInert(`/auth.asp?${DEMO}`);
		expect(await service.control('GET', '/faults')).toEqual([]);
	});
});
