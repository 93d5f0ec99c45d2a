import { reasonForSilence, saysWrongLogin } from './answers';
import { TRANSFER_RESULTS, TRANSFER_VALUES, type TransferResult } from './codes';
import type { Answer, Exchange } from './exchange';
import { failure, failureOfStatus, type Failure } from './failures';
import { inTurn } from './inTurn';
import { SEND_TIMEOUT } from './limits';
import { readPair } from './query/pairs';

/** A transfer of credits between a main account and its sub accounts, ready for the wire. */
export interface Transfer {
	/** Digits, without a W. */
	fromAccountId: string;
	toAccountId: string;
	quantity: number;
}

/** What became of a transfer. */
export interface TransferOutcome {
	result: TransferResult;
	description: string;
	/** What went wrong with the request as a whole. */
	failure: Failure | null;
}

/**
 * Transfers credits, one transfer a request and each exactly once (spec, "GET
 * /creditstransfer.asp").
 *
 * @returns the outcome of each
 */
export const transferCredits = async (
	exchange: Exchange,
	transfers: Transfer[],
	isCancelled: () => boolean = () => false,
): Promise<Map<Transfer, TransferOutcome>> =>
	await inTurn(
		transfers.map((transfer) => ({ rows: [transfer] })),
		async ({ rows: [transfer] }) => [await request(exchange, transfer as Transfer)],
		(reason) => undecided(reason, 'NOT_SENT'),
		isCancelled,
	);

async function request(
	exchange: Exchange,
	{ fromAccountId, toAccountId, quantity }: Transfer,
): Promise<TransferOutcome> {
	const answered = await exchange({
		method: 'GET',
		path: '/creditstransfer.asp',
		parameters: { fromAccountId, toAccountId, transferQuantity: String(quantity) },
		timeout: SEND_TIMEOUT,
	});
	return answered.ok ? read(answered.value) : undecided(answered.failure);
}

function read(answer: Answer): TransferOutcome {
	const value = saysWrongLogin(answer.body) ? 'invalidUser' : readPair(answer.body, 'Transfer');
	const result = answer.cut ? undefined : TRANSFER_VALUES.get(value?.toLowerCase() ?? '');
	const failedMeanwhile = failureOfStatus(answer.status)?.mayHaveTakenEffect === true;
	if (result === undefined || (failedMeanwhile && result !== 'TRANSFERRED')) {
		return undecided(reasonForSilence(answer, undefined, false));
	}
	return { result, description: TRANSFER_RESULTS[result], failure: failureBehind(result) };
}

/** A wrong login meets every transfer; after a server error nobody knows what was transferred. */
function failureBehind(result: TransferResult): Failure | null {
	if (result === 'INVALID_USER') return failure('wrongLogin');
	return result === 'UNCONFIRMED' ? failure('serverTrouble') : null;
}

function undecided(
	reason: Failure,
	result: TransferResult = reason.mayHaveTakenEffect ? 'UNCONFIRMED' : 'NOT_SENT',
): TransferOutcome {
	return { result, description: `${TRANSFER_RESULTS[result]}. ${reason.message}`, failure: reason };
}
