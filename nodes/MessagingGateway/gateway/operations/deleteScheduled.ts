import { reasonForMissingResult } from '../exchange/answers';
import type { Connection } from '../exchange/exchange';
import type { IdCall, IdQuestion, RawDeletion } from '../interfaces/interface';
import { DELETE_RESULTS, readDeleteValue, type DeleteResult } from '../specification/codes';
import { groupBy, inBatches } from '../specification/lists';
import { plainId } from '../specification/messageIds';
import { decided, undecided, type Outcome } from './outcome';
import { RequestQueue } from './requestQueue';
import { TIMEOUTS } from './timeouts';

export type DeleteOutcome = Outcome<DeleteResult>;

/**
 * Deletes scheduled messages, which refunds their credits (protocol, "GET /deletescheduled.asp", "POST
 * /xmldeletescheduled.asp"). Each request is made once; results of finished requests are kept even if
 * later ones fail.
 *
 * @param questions each ID once
 * @returns the outcome of each, by message ID
 */
export async function deleteScheduled(
	connection: Connection,
	questions: IdQuestion[],
	call: IdCall<RawDeletion>,
	isCancelled: () => boolean = () => false,
): Promise<Map<string, DeleteOutcome>> {
	const queue = new RequestQueue<IdQuestion, DeleteOutcome>({
		request: async (rows) => await requestDeletion(connection, call, rows),
		undecided: (reason) => undecided(DELETE_RESULTS, reason),
		isCancelled,
	});
	const outcomes = await queue.run(inBatches(questions, call.limit));
	return new Map([...outcomes].map(([{ messageId }, outcome]) => [messageId, outcome]));
}

async function requestDeletion(
	{ exchange, mask }: Connection,
	{ request, read }: IdCall<RawDeletion>,
	questions: IdQuestion[],
): Promise<DeleteOutcome[]> {
	const answered = await exchange(request(questions), TIMEOUTS.change);
	if (!answered.ok) return questions.map(() => undecided(DELETE_RESULTS, answered.failure));
	const { rows, refusal } = read(answered.value, questions);
	const known = rows.flatMap(({ messageId, result }) => {
		const word = readDeleteValue(result);
		return word ? [{ messageId: plainId(messageId), word }] : [];
	});
	const words = groupBy(known, ({ messageId }) => messageId);
	const reason = reasonForMissingResult(answered.value, mask, refusal, words.size > 0);
	const unmentioned = undecided(DELETE_RESULTS, reason);
	return questions.map(({ messageId }) => {
		const said = words.get(plainId(messageId))?.map(({ word }) => word) ?? [];
		const result = BY_WEIGHT.find((word) => said.includes(word));
		return result ? decided(DELETE_RESULTS, result) : unmentioned;
	});
}

/** Of two results for one ID the first of these counts: it was deleted if one of the two says so. */
const BY_WEIGHT = Object.keys(DELETE_RESULTS) as DeleteResult[];
