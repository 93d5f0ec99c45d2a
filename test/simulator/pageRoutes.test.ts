import { Service } from './service';

const service = new Service();

describe('the web page', () => {
	test('is at the root, and runs nothing but its own files', async () => {
		const answer = await service.request('/');
		expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
		expect(answer.headers.get('content-security-policy')).toContain(
			"default-src 'none'; script-src 'self'",
		);
		expect(await answer.text()).toContain('<title>Messaging Gateway Simulator</title>');
	});

	test.each([
		['/page/main.js', 'text/javascript; charset=utf-8'],
		['/page/style.css', 'text/css; charset=utf-8'],
		['/page/icon.svg', 'image/svg+xml'],
	])('has the file %s', async (url, type) => {
		const answer = await service.request(url);
		expect(answer.status).toBe(200);
		expect(answer.headers.get('content-type')).toBe(type);
	});

	test('asks for nothing from elsewhere', async () => {
		const markup = (await service.get('/')) + (await service.get('/page/style.css'));
		expect(markup).not.toMatch(/https?:|url\(|@import/);
	});

	test.each(['/page/', '/page/index.html', '/page/..%2fmain.ts', '/page/nothing.js'])(
		'has no file %s',
		async (url) => expect((await service.request(url)).status).toBe(404),
	);
});
