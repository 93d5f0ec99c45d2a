import type { IExecuteFunctions } from 'n8n-workflow';
import { NO_LEDGER, type Ledger } from '../../../gateway/operations/ledger';
import { decided } from '../../../gateway/operations/outcome';
import { SEND_RESULTS } from '../../../gateway/specification/codes';
import { claimsOf, type Claims } from '../../../n8n/claims';
import { isTool } from '../../../n8n/conclude';
import type { Recipient } from '../recipients/readRecipients';
import { recording } from './recording';
import { MOST_KEPT_KEYS } from './sendOnce';

/** Recipients recorded together. */
const ROWS_OF_A_KEY = 100;

/** Most keys of earlier executions. Only the latest of them can be repeated. */
const MOST_KEYS = 10_000;

/**
 * Records what an execution has sent, where n8n may repeat it: in queue mode, n8n 1 gives the execution of
 * a worker that has stopped, or is too busy to answer, to another worker, which begins anew.
 *
 * The keys are places in the list of recipients. Those of messages would cost a store as large as the
 * list, and those of whole requests change when the time of a scheduled message passes meanwhile.
 */
export async function sendingOnceInExecution(
	context: IExecuteFunctions,
	recipients: Recipient[],
): Promise<Ledger> {
	if (!repeatsExecutions(context) || isTool(context)) return NO_LEDGER;
	const run = `${context.getExecutionId()}/${String(context.getWorkflowDataProxy(0).$runIndex)}`;
	const keys = new Map(
		recipients.map(({ message }, row) => [message, `${run}: ${Math.floor(row / ROWS_OF_A_KEY)}`]),
	);
	return recording(context, await claimsBesideSendOnce(context), {
		keyOf: (message) => keys.get(message) as string,
		known: {
			...decided(SEND_RESULTS, 'UNCONFIRMED'),
			description:
				'n8n has begun this execution again, and it had sent this message before, or had been about to',
		},
	});
}

/** n8n 2 repeats none. Its nodes can ask whether they are a tool, those of n8n 1 cannot. */
const repeatsExecutions = ({ isToolExecution }: IExecuteFunctions): boolean =>
	isToolExecution === undefined;

/** Keeps few keys, unless the node has many of Send Once per Reference. */
async function claimsBesideSendOnce(context: IExecuteFunctions): Promise<Claims> {
	const few = claimsOf(context, MOST_KEYS);
	const count = await few.count().catch(() => 0);
	return count > MOST_KEYS ? claimsOf(context, MOST_KEPT_KEYS) : few;
}
