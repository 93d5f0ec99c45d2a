import { saysWrongLogin } from '../../exchange/answers';
import type { Answer } from '../../exchange/exchange';
import type { LoginResult } from '../../specification/codes';
import type { Balance, Call, ValueReading } from '../interface';
import { readerOf } from '../words';
import { mayBeCut, readPair } from './pairs';
import { get } from './request';

/** Reads the credit balance, a whole number of credits (protocol, "GET /credits.asp"). */
export const getBalance: Call<void, ValueReading<Balance>> = {
	request: () => get('/credits.asp'),
	read: (answer) => {
		const credits = readPair(answer.body, 'Credits');
		if (credits === 'FAIL' || saysWrongLogin(answer.body)) return { problem: 'wrongLogin' };
		if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(credits ?? '')) return nothingIn(answer);
		return answer.cut ? {} : { value: { credits: Number(credits), mayBeCut: mayBeCut(answer) } };
	},
};

/** Asks whether the login is valid and its account unlocked (protocol, "GET /auth.asp"). */
export const checkLogin: Call<void, ValueReading<LoginResult>> = {
	request: () => get('/auth.asp'),
	read: (answer) => {
		if (saysWrongLogin(answer.body)) return { value: 'FAIL' };
		const value = readLogin(readPair(answer.body, 'Login') ?? '');
		return value ? { value } : nothingIn(answer);
	},
};

const readLogin = readerOf<LoginResult>({
	OK: 'OK',
	FAIL: 'FAIL',
	ACCOUNTLOCKED: 'ACCOUNT_LOCKED',
});

/** The reading of an answer without a value. */
export const nothingIn = (answer: Answer): ValueReading<never> =>
	mayBeCut(answer) ? { problem: 'mayBeCut' } : {};
