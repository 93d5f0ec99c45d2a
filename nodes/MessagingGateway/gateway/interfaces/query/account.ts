import { failureOfStatus } from '../../exchange/failures';
import type { LoginResult, TransferResult } from '../../specification/codes';
import type { Call, Transfer, ValueReading } from '../interface';
import { readerOf } from '../words';
import { get, readPair, saysWrongLogin } from './pairs';

/** Reads the credit balance, a whole number of credits (protocol, "GET /credits.asp"). */
export const getBalance: Call<void, ValueReading<number>> = {
	request: () => get('/credits.asp'),
	read: (answer) => {
		const credits = readPair(answer.body, 'Credits');
		if (credits === 'FAIL' || saysWrongLogin(answer.body)) return { reason: 'wrongLogin' };
		if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(credits ?? '')) return {};
		// Half a number looks like a whole one.
		return answer.cut ? {} : { value: Number(credits) };
	},
};

/** Asks whether the login is valid and its account unlocked (protocol, "GET /auth.asp"). */
export const checkLogin: Call<void, ValueReading<LoginResult>> = {
	request: () => get('/auth.asp'),
	read: (answer) => {
		const value = saysWrongLogin(answer.body) ? 'FAIL' : readPair(answer.body, 'Login');
		const result = readLogin(value ?? '');
		return result ? { value: result } : {};
	},
};

const readLogin = readerOf<LoginResult>({
	OK: 'OK',
	FAIL: 'FAIL',
	ACCOUNTLOCKED: 'ACCOUNT_LOCKED',
});

/** Transfers credits between two accounts (protocol, "GET /creditstransfer.asp"). */
export const transferCredits: Call<Transfer, ValueReading<TransferResult>> = {
	request: ({ fromAccountId, toAccountId, quantity }) =>
		get('/creditstransfer.asp', {
			fromAccountId,
			toAccountId,
			transferQuantity: String(quantity),
		}),
	read: (answer) => {
		const { body, cut } = answer;
		const value = saysWrongLogin(body) ? 'invalidUser' : readPair(body, 'Transfer');
		const result = cut ? undefined : readTransfer(value ?? '');
		// A server that failed may have transferred the credits first, whatever its answer says.
		const hasFailed = failureOfStatus(answer)?.mayHaveTakenEffect === true;
		const isCertain = result === 'TRANSFERRED' || !hasFailed;
		return result && isCertain ? { value: result } : {};
	},
};

const readTransfer = readerOf<TransferResult>({
	Success: 'TRANSFERRED',
	Fail: 'UNCONFIRMED',
	invalidUser: 'INVALID_USER',
	invalidFromAccount: 'INVALID_FROM_ACCOUNT',
	invalidToAccount: 'INVALID_TO_ACCOUNT',
	lockedFromAccount: 'LOCKED_FROM_ACCOUNT',
	lockedToAccount: 'LOCKED_TO_ACCOUNT',
	sameAccount: 'SAME_ACCOUNT',
	invalidQuantity: 'INVALID_QUANTITY',
	insufficientCredits: 'INSUFFICIENT_CREDITS',
});
