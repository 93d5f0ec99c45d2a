import { reasonForMissingResult } from '../exchange/answers';
import type { Connection } from '../exchange/exchange';
import { failure, type Failure } from '../exchange/failures';
import { interfaceWith } from '../interfaces/choice';
import type { Transfer } from '../interfaces/interface';
import { TRANSFER_RESULTS, type TransferResult } from '../specification/codes';
import { decided, undecided, type Outcome } from './outcome';
import { RequestQueue } from './requestQueue';
import { TIMEOUTS } from '../specification/limits';

export type TransferOutcome = Outcome<TransferResult>;

/**
 * Transfers credits, one transfer per request and each exactly once (protocol, "GET
 * /creditstransfer.asp").
 *
 * @returns the outcome of each
 */
export async function transferCredits(
	connection: Connection,
	transfers: Transfer[],
	isCancelled: () => boolean = () => false,
): Promise<Map<Transfer, TransferOutcome>> {
	const queue = new RequestQueue<Transfer, TransferOutcome>({
		request: async ([transfer]) => [await request(connection, transfer as Transfer)],
		undecided: (reason) => undecided(TRANSFER_RESULTS, reason),
		isCancelled,
	});
	return await queue.run(transfers.map((transfer) => [transfer]));
}

async function request(
	{ exchange, mask }: Connection,
	transfer: Transfer,
): Promise<TransferOutcome> {
	const { transferCredits: call } = interfaceWith('transferCredits');
	const answered = await exchange(call.request(transfer), TIMEOUTS.change);
	if (!answered.ok) return undecided(TRANSFER_RESULTS, answered.failure);
	const { value, problem } = call.read(answered.value, transfer);
	return value === undefined
		? undecided(TRANSFER_RESULTS, reasonForMissingResult(answered.value, mask, problem, false))
		: decided(TRANSFER_RESULTS, value, failureBehind(value));
}

/** A wrong login affects every transfer; after a server error it is unknown what was transferred. */
function failureBehind(result: TransferResult): Failure | null {
	if (result === 'INVALID_USER') return failure('wrongLogin');
	return result === 'UNCONFIRMED' ? failure('serverTrouble') : null;
}
