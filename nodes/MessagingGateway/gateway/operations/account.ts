import type { Exchange, Result } from '../exchange/exchange';
import { interfaceWith } from '../interfaces/choice';
import type { Call } from '../interfaces/interface';
import type { LoginResult } from '../specification/codes';
import { TIMEOUTS } from './timeouts';

/** Reads the credit balance, a whole number of credits (protocol, "GET /credits.asp"). */
export const getBalance = (exchange: Exchange): Promise<Result<number>> =>
	ask(exchange, interfaceWith('getBalance').getBalance);

/** Asks whether the login is valid and its account unlocked (protocol, "GET /auth.asp"). */
export const checkLogin = (exchange: Exchange): Promise<Result<LoginResult>> =>
	ask(exchange, interfaceWith('checkLogin').checkLogin);

async function ask<Value>(
	exchange: Exchange,
	{ request, read }: Call<void, Result<Value>>,
): Promise<Result<Value>> {
	const answered = await exchange(request(), TIMEOUTS.read);
	return answered.ok ? read(answered.value) : answered;
}
