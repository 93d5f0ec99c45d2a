import { failureOfAnswer } from '../exchange/answers';
import { failed, success, type Connection, type Result } from '../exchange/exchange';
import { failure, type Failure } from '../exchange/failures';
import { interfaceWith } from '../interfaces/choice';
import type { Call, Transfer, ValueReading } from '../interfaces/interface';
import { TRANSFER_RESULTS, type LoginResult, type TransferResult } from '../specification/codes';
import { TIMEOUTS } from '../specification/limits';
import { decided, undecided, type Outcome } from './outcome';
import { RequestLanes } from './requestLanes';

/** Reads the credit balance, a whole number of credits (protocol, "GET /credits.asp"). */
export const getBalance = (connection: Connection): Promise<Result<number>> =>
	ask(connection, interfaceWith('getBalance').getBalance, undefined, TIMEOUTS.read);

/** Asks whether the login is valid and its account unlocked (protocol, "GET /auth.asp"). */
export const checkLogin = (connection: Connection): Promise<Result<LoginResult>> =>
	ask(connection, interfaceWith('checkLogin').checkLogin, undefined, TIMEOUTS.read);

export type TransferOutcome = Outcome<TransferResult>;

/**
 * Transfers credits, one transfer per request and each exactly once (protocol, "GET
 * /creditstransfer.asp").
 */
export async function transferCredits(
	connection: Connection,
	transfers: Transfer[],
	isCancelled?: () => boolean,
): Promise<Map<Transfer, TransferOutcome>> {
	const { transferCredits: call } = interfaceWith('transferCredits');
	const lanes = new RequestLanes<Transfer, TransferOutcome>({
		request: async ([transfer]) => {
			const result = await ask(connection, call, transfer as Transfer, TIMEOUTS.change);
			return [
				result.ok
					? decided(TRANSFER_RESULTS, result.value, failureBehind(result.value))
					: undecided(TRANSFER_RESULTS, result.failure),
			];
		},
		undecided: (reason) => undecided(TRANSFER_RESULTS, reason),
		isCancelled,
	});
	return await lanes.run(transfers.map((transfer) => [transfer]));
}

/** A wrong login affects every transfer; after a server error it is unknown what was transferred. */
function failureBehind(result: TransferResult): Failure | null {
	if (result === 'INVALID_USER') return failure('wrongLogin');
	return result === 'UNCONFIRMED' ? failure('serverTrouble') : null;
}

async function ask<Asked, Value>(
	{ exchange, mask }: Connection,
	{ request, read }: Call<Asked, ValueReading<Value>>,
	asked: Asked,
	timeout: number,
): Promise<Result<Value>> {
	const answered = await exchange(request(asked), timeout);
	if (!answered.ok) return answered;
	const { value, reason } = read(answered.value, asked);
	return value === undefined
		? failed(failureOfAnswer(answered.value, mask, reason))
		: success(value);
}
