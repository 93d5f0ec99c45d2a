import { DEMO, freshService } from './service';

const service = freshService();

test.each([
	['Login=OK', 'a valid, unlocked account', DEMO],
	['Login=ACCOUNTLOCKED', 'a locked account', 'user=locked&password=locked'],
	['Login=FAIL', 'a login in another case', 'user=DEMO&password=demo'],
])('GET /auth.asp answers %s for %s', async (answer, _, credentials) => {
	expect(await service.get(`/auth.asp?${credentials}`)).toBe(answer);
});

test('query-string values are URL encoded', async () => {
	await service.seed({ accounts: [{ id: 7, login: 'a b&c', password: 'ü+%' }] });
	expect(await service.get('/auth.asp?user=a+b%26c&password=%C3%BC%2B%25')).toBe('Login=OK');
});

test('endpoints and parameters are taken in upper and lower case', async () => {
	expect(await service.get('/Auth.ASP?User=demo&PASSWORD=demo')).toBe('Login=OK');
});

test.each([
	[1000, 'Credits=1000'],
	[12.4, 'Credits=12'],
	[12.5, 'Credits=13'],
	[0.4, 'Credits=0'],
])('GET /credits.asp answers a balance of %p, rounded, as %s', async (credits, answer) => {
	await service.seed({ accounts: [{ login: 'demo', credits }] });
	expect(await service.credits()).toBe(answer);
});

test('an address that is no operation is answered as a web server does, not as the gateway', async () => {
	const answer = await service.request('/nothing.asp');
	expect(answer.status).toBe(404);
	expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
	expect(await answer.text()).toContain('<html>');
});
