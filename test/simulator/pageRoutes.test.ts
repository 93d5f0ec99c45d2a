import { freshService } from './service';

const service = freshService();

describe('the web page', () => {
	test.each([
		['/', 'text/html; charset=utf-8'],
		['/page/main.js', 'text/javascript; charset=utf-8'],
		['/page/style.css', 'text/css; charset=utf-8'],
		['/page/icon.svg', 'image/svg+xml'],
	])('has %s, of the type %s', async (url, type) => {
		const { status, headers } = await service.request(url);
		expect([status, headers.get('content-type')]).toEqual([200, type]);
	});

	test('runs nothing but its own files, and asks for nothing from elsewhere', async () => {
		const answer = await service.request('/');
		const policy = "default-src 'none'; script-src 'self'";
		expect(answer.headers.get('content-security-policy')).toContain(policy);
		const markup = (await answer.text()) + (await service.get('/page/style.css'));
		expect(markup).toContain('<title>Messaging Gateway Simulator</title>');
		expect(markup).not.toMatch(/https?:|url\(|@import/);
	});

	test.each(['/page/', '/page/index.html', '/page/..%2fmain.ts', '/page/nothing.js'])(
		'has no file %s',
		async (url) => expect((await service.request(url)).status).toBe(404),
	);
});
