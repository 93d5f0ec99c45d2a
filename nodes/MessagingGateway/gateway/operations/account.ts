import { failureIn, failureOfAnswer } from '../exchange/answers';
import { failed, success, type Connection, type Result } from '../exchange/exchange';
import { interfaceWith } from '../interfaces/choice';
import type { Balance, Call, ValueReading } from '../interfaces/interface';
import type { LoginResult } from '../specification/codes';
import { TIMEOUTS } from '../specification/limits';

/** Reads the credit balance, a whole number of credits (protocol, "GET /credits.asp"). */
export const getBalance = (connection: Connection): Promise<Result<Balance>> =>
	ask(connection, interfaceWith('getBalance').getBalance);

/** Asks whether the login is valid and its account unlocked (protocol, "GET /auth.asp"). */
export const checkLogin = (connection: Connection): Promise<Result<LoginResult>> =>
	ask(connection, interfaceWith('checkLogin').checkLogin);

async function ask<Value>(
	{ exchange, mask }: Connection,
	{ request, read }: Call<void, ValueReading<Value>>,
): Promise<Result<Value>> {
	const answered = await exchange(request(), TIMEOUTS.read);
	if (!answered.ok) return answered;
	const reading = read(answered.value);
	if (reading.value !== undefined) return success(reading.value);
	const { problem } = reading;
	return failed(
		problem ? failureIn(answered.value, problem) : failureOfAnswer(answered.value, mask),
	);
}
