import { saysWrongLogin } from '../../exchange/answers';
import { LOGIN_VALUES, type LoginResult } from '../../specification/codes';
import type { Call, ValueReading } from '../interface';
import { endsWhole, readPair } from './pairs';
import { get } from './request';

/** Reads the credit balance, a whole number of credits (protocol, "GET /credits.asp"). */
export const getBalance: Call<void, ValueReading<number>> = {
	request: () => get('/credits.asp'),
	read: (answer) => {
		const credits = readPair(answer.body, 'Credits');
		if (credits === 'FAIL' || saysWrongLogin(answer.body)) return { problem: 'wrongLogin' };
		if (answer.cut || !/^-?\d{1,15}(\.\d{1,15})?$/.test(credits ?? '')) return {};
		return endsWhole(answer) ? { value: Number(credits) } : { problem: 'connectionBroken' };
	},
};

/** Asks whether the login is valid and its account unlocked (protocol, "GET /auth.asp"). */
export const checkLogin: Call<void, ValueReading<LoginResult>> = {
	request: () => get('/auth.asp'),
	read: (answer) => {
		if (saysWrongLogin(answer.body)) return { value: LOGIN_VALUES.FAIL };
		const login = readPair(answer.body, 'Login')?.toUpperCase() ?? '';
		return login in LOGIN_VALUES ? { value: LOGIN_VALUES[login as keyof typeof LOGIN_VALUES] } : {};
	},
};
