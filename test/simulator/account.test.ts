import { DEMO, Service } from './service';

describe('GET /auth.asp', () => {
	const service = new Service();

	test('answers Login=OK for a valid, unlocked account', async () => {
		expect(await service.get(`/auth.asp?${DEMO}`)).toBe('Login=OK');
	});

	test('answers Login=FAIL for invalid credentials', async () => {
		expect(await service.get('/auth.asp?user=demo&password=Demo')).toBe('Login=FAIL');
		expect(await service.get('/auth.asp?user=nobody&password=demo')).toBe('Login=FAIL');
		expect(await service.get('/auth.asp')).toBe('Login=FAIL');
	});

	test('answers Login=ACCOUNTLOCKED for a locked account', async () => {
		expect(await service.get('/auth.asp?user=locked&password=locked')).toBe('Login=ACCOUNTLOCKED');
	});

	test('takes query-string values as URL encoded', async () => {
		const account = { id: 7, login: 'a b&c', password: 'ü+%' };
		await service.control('POST', '/seed', { accounts: [account] });
		expect(await service.get('/auth.asp?user=a+b%26c&password=%C3%BC%2B%25')).toBe('Login=OK');
	});

	test('is plain text of the query interface, declared as a classic web server declares it', async () => {
		const { headers } = await service.request(`/auth.asp?${DEMO}`);
		expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
	});
});

describe('GET /credits.asp', () => {
	const service = new Service();

	test('answers the credit balance', async () => {
		expect(await service.get(`/credits.asp?${DEMO}`)).toBe('Credits=1000');
	});

	test.each([
		[12.4, 'Credits=12'],
		[12.5, 'Credits=13'],
		[0.4, 'Credits=0'],
	])('rounds a balance of %p to the nearest integer', async (credits, answer) => {
		await service.control('POST', '/seed', { accounts: [{ login: 'demo', credits }] });
		expect(await service.get(`/credits.asp?${DEMO}`)).toBe(answer);
	});

	test('answers Credits=FAIL for invalid credentials', async () => {
		expect(await service.get('/credits.asp?user=demo&password=wrong')).toBe('Credits=FAIL');
	});
});

test('an address that is no operation is answered as a web server does, not as the gateway', async () => {
	const service = new Service();
	const answer = await service.request('/nothing.asp');
	expect(answer.status).toBe(404);
	expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
	expect(await answer.text()).toContain('<html>');
});
