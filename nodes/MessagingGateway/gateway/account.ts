import { failureOfAnswer, saysWrongLogin } from './answers';
import { LOGIN_VALUES, type LoginResult } from './codes';
import type { Exchange } from './exchange';
import { failure } from './failures';
import { READ_TIMEOUT } from './limits';
import { readPair } from './query/pairs';
import { failed, success, type Result } from './result';

const request = (path: string) =>
	({ method: 'GET', path, parameters: {}, timeout: READ_TIMEOUT }) as const;

/** Reads the credit balance, a whole number of credits (spec, "GET /credits.asp"). */
export async function readBalance(exchange: Exchange): Promise<Result<number>> {
	const answered = await exchange(request('/credits.asp'));
	if (!answered.ok) return answered;
	const answer = answered.value;
	const credits = readPair(answer.body, 'Credits');
	if (credits === 'FAIL' || saysWrongLogin(answer.body)) return failed(failure('wrongLogin'));
	const isWhole = answer.cut === undefined && /^-?\d+(\.\d+)?$/.test(credits ?? '');
	return isWhole ? success(Number(credits)) : failed(failureOfAnswer(answer));
}

/** Asks whether the login is valid and its account unlocked (spec, "GET /auth.asp"). */
export async function checkLogin(exchange: Exchange): Promise<Result<LoginResult>> {
	const answered = await exchange(request('/auth.asp'));
	if (!answered.ok) return answered;
	const answer = answered.value;
	if (saysWrongLogin(answer.body)) return success(LOGIN_VALUES.FAIL);
	const login = readPair(answer.body, 'Login')?.toUpperCase() ?? '';
	return login in LOGIN_VALUES
		? success(LOGIN_VALUES[login as keyof typeof LOGIN_VALUES])
		: failed(failureOfAnswer(answer));
}
