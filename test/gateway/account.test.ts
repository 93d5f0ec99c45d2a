import { checkLogin, getBalance } from '../../nodes/MessagingGateway/gateway/operations/account';
import { answer, scripted } from '../support/answers';

describe('the credit balance', () => {
	it.each([
		['Credits=1234', 1234],
		['Credits=0&', 0],
		['Credits=-3\r\n', -3],
		['credits=12', 12],
	])('reads %j', async (body, credits) => {
		const gateway = scripted(body);
		expect(await getBalance(gateway)).toEqual({ ok: true, value: credits });
		expect(gateway.requests).toEqual([
			{ method: 'GET', path: '/credits.asp', parameters: {}, timeout: 45_000 },
		]);
	});

	it.each([
		['Credits=FAIL', 200, 'wrongLogin'],
		['FAIL&', 200, 'wrongLogin'],
		['Credits=FAIL', 401, 'wrongLogin'],
		['Credits=many', 200, 'unreadable'],
		['Login=OK', 200, 'unreadable'],
		['', 200, 'empty'],
		['<html></html>', 200, 'unreadable'],
		['<html></html>', 404, 'notFound'],
		['<html></html>', 405, 'httpRefused'],
		['<html></html>', 500, 'httpFailed'],
		['', 302, 'redirected'],
	])('takes %j with HTTP %i for %s', async (body, status, kind) => {
		const balance = await getBalance(scripted(answer(body, { status })));
		expect(balance).toMatchObject({ ok: false, failure: { kind } });
	});
});

it('does not take half a balance for a whole one', async () => {
	const cut = { hasKnownLength: false };
	expect(await getBalance(scripted(answer('Credits=12', cut)))).toMatchObject({
		ok: false,
		failure: { kind: 'connectionBroken' },
	});
	expect(await getBalance(scripted(answer('Credits=12&', cut)))).toEqual({ ok: true, value: 12 });
});

describe('the login check', () => {
	it.each([
		['Login=OK', 'OK'],
		['Login=FAIL', 'FAIL'],
		['Login=ACCOUNTLOCKED&', 'ACCOUNT_LOCKED'],
		['FAIL&', 'FAIL'],
	])('reads %j', async (body, login) => {
		const gateway = scripted(body);
		expect(await checkLogin(gateway)).toEqual({ ok: true, value: login });
		expect(gateway.requests[0]?.path).toBe('/auth.asp');
	});

	it('says what an answer of something else was', async () => {
		expect(await checkLogin(scripted('<h1>Router login</h1> <p>Hello</p>'))).toMatchObject({
			ok: false,
			failure: {
				message: 'The answer is not one a messaging gateway gives: "Router login Hello"',
				advice: "Check the 'Base URL' of the credential",
			},
		});
	});
});
