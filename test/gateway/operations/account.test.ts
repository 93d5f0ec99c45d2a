import { failure } from '../../../nodes/MessagingGateway/gateway/exchange/failures';
import {
	checkLogin,
	getBalance,
	transferCredits,
} from '../../../nodes/MessagingGateway/gateway/operations/account';
import { answer, scripted } from '../../support/answers';

describe('the credit balance', () => {
	it.each([
		['Credits=1234', 1234],
		['Credits=0&', 0],
		['Credits=-3\r\n', -3],
		['credits=12', 12],
	])('reads %j', async (body, credits) => {
		const gateway = scripted(body);
		expect(await getBalance(gateway)).toEqual({ ok: true, value: credits });
		expect(gateway.requests).toEqual([{ path: '/credits.asp', content: {}, timeout: 45_000 }]);
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

it('a balance is not read if the connection broke', async () => {
	const cut = answer('Credits=12', { cut: failure('connectionBroken') });
	expect(await getBalance(scripted(cut))).toMatchObject({ failure: { kind: 'connectionBroken' } });
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
});

describe('a transfer of credits', () => {
	const transfer = { fromAccountId: '1', toAccountId: '2', quantity: 3 };

	it.each([
		['Success', 'TRANSFERRED'],
		['success&', 'TRANSFERRED'],
		['Fail', 'UNCONFIRMED'],
		['invalidUser', 'INVALID_USER'],
		['INVALIDFROMACCOUNT', 'INVALID_FROM_ACCOUNT'],
		['invalidToAccount', 'INVALID_TO_ACCOUNT'],
		['lockedFromAccount', 'LOCKED_FROM_ACCOUNT'],
		['lockedToAccount', 'LOCKED_TO_ACCOUNT'],
		['sameAccount', 'SAME_ACCOUNT'],
		['invalidQuantity', 'INVALID_QUANTITY'],
		['insufficientCredits', 'INSUFFICIENT_CREDITS'],
		['Fail:Success', 'UNCONFIRMED'],
		['', 'UNCONFIRMED'],
	])('takes Transfer=%s for %s', async (value, result) => {
		const outcomes = await transferCredits(scripted(`Transfer=${value}`), [transfer]);
		expect(outcomes.get(transfer)?.result).toBe(result);
	});

	it('is unknown where the answer was cut', async () => {
		const cut = answer('Transfer=Success', { cut: failure('connectionBroken') });
		const outcomes = await transferCredits(scripted(cut), [transfer]);
		expect(outcomes.get(transfer)?.result).toBe('UNCONFIRMED');
	});
});
