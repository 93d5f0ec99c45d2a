import { failureIn, failureOfAnswer, saysWrongLogin } from '../../exchange/answers';
import { failed, success, type Result } from '../../exchange/exchange';
import { LOGIN_VALUES, type LoginResult } from '../../specification/codes';
import type { Call } from '../interface';
import { endsWhole, readPair } from './pairs';
import { get } from './request';

/** Reads the credit balance, a whole number of credits (protocol, "GET /credits.asp"). */
export const getBalance: Call<void, Result<number>> = {
	request: () => get('/credits.asp'),
	read: (answer) => {
		const credits = readPair(answer.body, 'Credits');
		if (credits === 'FAIL' || saysWrongLogin(answer.body)) {
			return failed(failureIn(answer, 'wrongLogin'));
		}
		if (!/^-?\d{1,15}(\.\d{1,15})?$/.test(credits ?? '')) return failed(failureOfAnswer(answer));
		return endsWhole(answer)
			? success(Number(credits))
			: failed(answer.cut ?? failureIn(answer, 'connectionBroken'));
	},
};

/** Asks whether the login is valid and its account unlocked (protocol, "GET /auth.asp"). */
export const checkLogin: Call<void, Result<LoginResult>> = {
	request: () => get('/auth.asp'),
	read: (answer) => {
		if (saysWrongLogin(answer.body)) return success(LOGIN_VALUES.FAIL);
		const login = readPair(answer.body, 'Login')?.toUpperCase() ?? '';
		return login in LOGIN_VALUES
			? success(LOGIN_VALUES[login as keyof typeof LOGIN_VALUES])
			: failed(failureOfAnswer(answer));
	},
};
