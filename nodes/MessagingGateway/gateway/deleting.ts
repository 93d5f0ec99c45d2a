import { reasonForSilence } from './answers';
import { DELETE_RESULTS, type DeleteResult } from './codes';
import type { Answer, Exchange, GatewayInterface, GatewayRequest } from './exchange';
import type { Failure } from './failures';
import { inBatches, inTurn } from './inTurn';
import { MAX_IDS_PER_DOCUMENT, MAX_IDS_PER_QUERY } from './limits';
import { plainId, type IdQuestion } from './messageIds';
import { queryDeletion } from './query/deletion';
import { documentDeletion } from './xml/deletion';

/** What became of one scheduled message. */
export interface DeleteOutcome {
	result: DeleteResult;
	description: string;
	/** What went wrong with the request as a whole. */
	failure: Failure | null;
}

/** What the gateway says of one ID, before it is understood. */
export interface RawDeletion {
	messageId: string;
	result: string;
}

/** How an interface deletes and reads the answers. */
export interface Deletion {
	request: (questions: IdQuestion[]) => GatewayRequest;
	read: (
		answer: Answer,
		asked: number,
	) => { deletions: RawDeletion[]; refusal?: Failure | undefined };
}

const DELETIONS: Record<GatewayInterface, Deletion & { limit: number }> = {
	query: { ...queryDeletion, limit: MAX_IDS_PER_QUERY },
	xml: { ...documentDeletion, limit: MAX_IDS_PER_DOCUMENT },
};

/** A message to delete, and over which interface. */
export interface DeletionQuestion extends IdQuestion {
	via: GatewayInterface;
}

/**
 * Deletes scheduled messages, which refunds their credits (spec, "GET /deletescheduled.asp", "POST
 * /xmldeletescheduled.asp"). Each request is made once; results of finished requests are kept
 * whatever happens to later ones.
 *
 * @param questions each ID once
 * @returns the outcome of each, by message ID
 */
export async function deleteScheduled(
	exchange: Exchange,
	questions: DeletionQuestion[],
	isCancelled: () => boolean = () => false,
): Promise<Map<string, DeleteOutcome>> {
	const batches = (['xml', 'query'] as const).flatMap((via) =>
		inBatches(
			questions.filter((question) => question.via === via),
			DELETIONS[via].limit,
		).map((rows) => ({ rows, via })),
	);
	const outcomes: Map<DeletionQuestion, DeleteOutcome> = await inTurn(
		batches,
		async ({ rows, via }) => await requestDeletion(exchange, DELETIONS[via], rows),
		(reason) => undecided(reason, 'NOT_SENT'),
		isCancelled,
	);
	return new Map([...outcomes].map(([{ messageId }, outcome]) => [messageId, outcome]));
}

async function requestDeletion(
	exchange: Exchange,
	{ request, read }: Deletion,
	questions: IdQuestion[],
): Promise<DeleteOutcome[]> {
	const answered = await exchange(request(questions));
	if (!answered.ok) return questions.map(() => undecided(answered.failure));
	const { deletions, refusal } = read(answered.value, questions.length);
	const results = new Map(deletions.map(({ messageId, result }) => [plainId(messageId), result]));
	const reason = reasonForSilence(answered.value, refusal, results.size > 0);
	return questions.map(({ messageId }) => {
		const result = results.get(plainId(messageId))?.trim().toUpperCase();
		return result !== undefined && isAnswer(result)
			? { result, description: DELETE_RESULTS[result], failure: null }
			: undecided(reason);
	});
}

const isAnswer = (result: string): result is 'DELETED' | 'NOTFOUND' | 'SENT' =>
	['DELETED', 'NOTFOUND', 'SENT'].includes(result);

function undecided(
	reason: Failure,
	result: DeleteResult = reason.mayHaveTakenEffect ? 'UNCONFIRMED' : 'NOT_SENT',
): DeleteOutcome {
	return { result, description: `${DELETE_RESULTS[result]}. ${reason.message}`, failure: reason };
}
