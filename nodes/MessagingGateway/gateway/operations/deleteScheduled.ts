import { failureOfAnswer } from '../exchange/answers';
import { shown } from '../exchange/excerpt';
import type { Connection } from '../exchange/exchange';
import type { Mask } from '../exchange/mask';
import type { IdCall, IdQuestion, RawDeletion } from '../interfaces/interface';
import { DELETE_RESULTS, type DeleteResult } from '../specification/codes';
import { TIMEOUTS } from '../specification/limits';
import { inBatches } from '../specification/lists';
import { decided, undecided, type Outcome } from './outcome';
import { RequestLanes } from './requestLanes';

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
	isCancelled?: () => boolean,
): Promise<Map<string, DeleteOutcome>> {
	const lanes = new RequestLanes<IdQuestion, DeleteOutcome>({
		request: async (rows) => await requestDeletion(connection, call, rows),
		undecided: (reason) => undecided(DELETE_RESULTS, reason),
		isCancelled,
	});
	const outcomes = await lanes.run(inBatches(questions, call.limit));
	return new Map([...outcomes].map(([{ id }, outcome]) => [id, outcome]));
}

async function requestDeletion(
	{ exchange, mask }: Connection,
	{ request, read }: IdCall<RawDeletion>,
	questions: IdQuestion[],
): Promise<DeleteOutcome[]> {
	const answered = await exchange(request(questions), TIMEOUTS.change);
	if (!answered.ok) return questions.map(() => undecided(DELETE_RESULTS, answered.failure));
	const answer = answered.value;
	const { rows, reason } = read(answer, questions);
	const byId = new Map(rows.map((row) => [row.messageId, row]));
	const outcomes = questions.map(({ id }) => outcomeOf(byId.get(id), mask));
	if (outcomes.every((outcome) => outcome !== undefined)) return outcomes;
	const missing = failureOfAnswer(answer, mask, reason, rows.length > 0);
	// Deleting twice changes nothing, so an answer without an ID is no reason to end the run.
	const stopsRun = missing.stopsRun && missing.kind !== 'notMentioned';
	const unmentioned = undecided(DELETE_RESULTS, { ...missing, stopsRun });
	return outcomes.map((outcome) => outcome ?? unmentioned);
}

function outcomeOf(row: RawDeletion | undefined, mask: Mask): DeleteOutcome | undefined {
	if (!row) return undefined;
	if (row.result) return decided(DELETE_RESULTS, row.result);
	const outcome = decided(DELETE_RESULTS, 'UNCONFIRMED');
	const description = `${outcome.description}. The gateway answered "${shown(row.written, mask)}"`;
	return { ...outcome, description };
}
