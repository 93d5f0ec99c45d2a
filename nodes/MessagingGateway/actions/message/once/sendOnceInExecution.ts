import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { unrequested } from '../../../gateway/operations/send';
import { Claims, countClaims, SPARE_KEYS } from '../../../host/claims';
import { isTool } from '../../../host/execution';
import { repeatsExecutions } from '../../../host/olderVersions';
import { asProblem } from '../problem';
import { MOST_KEPT_KEYS, requestOthers, USUAL_HISTORY, type Once } from './sendOnce';

/** Recipients with one key. */
const ROWS_OF_A_KEY = 100;

/**
 * Lets a message out once in an execution, where n8n may repeat it: in queue mode, n8n 1 gives the
 * execution of a worker that has stopped, or is too busy to answer, to another worker, which begins anew.
 * Returns undefined where n8n repeats none.
 *
 * A key stands for a hundred places in the list of recipients. A key for each message would make the store
 * as large as the list, and the requests change when the time of a scheduled message passes meanwhile.
 *
 * @param rows the message of each recipient, or its problem
 */
export async function sendingOnceInExecution(
	context: IExecuteFunctions,
	rows: unknown[],
): Promise<Once | undefined> {
	if (!repeatsExecutions(context) || isTool(context)) return undefined;
	const run = `${context.getExecutionId()}/${String(context.getWorkflowDataProxy(0).$runIndex)}`;
	const places = new Map(rows.map((row, place) => [row, place]));
	const keyOf = (message: OutgoingMessage): string =>
		`${run}: ${Math.floor((places.get(message) as number) / ROWS_OF_A_KEY)}`;
	const count = await countClaims(context).catch(() => 0);
	// Send Once per Reference may have left that many.
	const kept = count > USUAL_HISTORY + SPARE_KEYS ? MOST_KEPT_KEYS : USUAL_HISTORY;
	const claims = new Claims(context, { kept, most: kept + SPARE_KEYS });
	/** Whether each key was claimed by this try of the execution, and by none before. */
	const isOwn = new Map<string, boolean>();
	let mayHaveSent = false;
	return {
		async guard(messages, request) {
			const wanted = [...new Set(messages.map(keyOf))].filter((key) => !isOwn.has(key));
			if (wanted.length > 0) {
				// If they cannot be stored, the messages go out all the same.
				const taken = await claims.claim(wanted).catch(() => new Set());
				for (const key of wanted) isOwn.set(key, isOwn.get(key) ?? !taken.has(key));
			}
			const known = messages.map((message) => (isOwn.get(keyOf(message)) ? undefined : REPEATED));
			const outcomes = await requestOthers(messages, known, request);
			mayHaveSent ||= outcomes.some(({ certainty }) => certainty !== 'notDone');
			return outcomes;
		},
		async close() {
			// Where nothing took effect, n8n may run the node again in this execution: Retry On Fail.
			await claims.close(mayHaveSent);
		},
	};
}

const REPEATED = unrequested(
	asProblem(
		'UNCONFIRMED',
		'n8n began this execution again. It had sent this message before, or had been about to',
	),
);
