import {
	ExecutionCancelledError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	type IRun,
} from 'n8n-workflow';
import { delay } from './delay';
import { budgetOf, givesReceipts } from './olderVersions';

// All times are in milliseconds.
/** Longest poll where n8n ends none. A poll due meanwhile is left out. */
const LONGEST_POLL = 240_000;
/** Longest first poll: n8n 2 gives up an activation after 84 seconds. */
const LONGEST_START = 60_000;
/**
 * The budget that n8n 2 names where it ends no poll: the default of its `PollContext`, in which nothing else
 * tells of the durable scheduler. That one would name it with a time-out and a lease of 375 seconds only.
 */
const NO_BUDGET = 300_000;
/** In this time n8n usually has stored an emission or has refused it. */
export const USUAL_ANSWER = 5_000;

/** Whether n8n's durable scheduler runs the poll. It ends one after its budget, and backs off after a throw. */
export const isDurable = (context: IPollFunctions): boolean =>
	![undefined, NO_BUDGET].includes(budgetOf(context));

/** The time that a poll may take; `isStart` for the first one of an activation. */
export function timeForPoll(context: IPollFunctions, isStart: boolean): number {
	if (isDurable(context)) return budgetOf(context) as number;
	return isStart ? LONGEST_START : LONGEST_POLL;
}

/** The only output of the trigger. */
export const toOutput = (items: IDataObject[]): INodeExecutionData[][] => [
	items.map((json) => ({ json })),
];

/** Whether n8n has begun an execution. In doubt, it may have removed it again, or may run it later. */
export type Receipt = 'begun' | 'refused' | 'doubtful';

/**
 * Hands items to n8n for an execution. n8n answers when that has ended, which may take hours, or could
 * not begin. n8n 1 does not answer and is taken to begin one. The items have none of n8n's own
 * deduplication keys: if its database fails, it keeps the key without the items.
 *
 * @throws Error if n8n refuses them at once
 */
export function emit(context: IPollFunctions, items: IDataObject[]): Promise<Receipt> {
	const receipt = givesReceipts(context)
		? context.helpers.createDeferredPromise<IRun>()
		: undefined;
	context.__emit(toOutput(items), undefined, receipt);
	return receipt ? meaningOf(receipt.promise) : delay(USUAL_ANSWER).then(() => 'begun');
}

/**
 * If n8n's database goes at that moment, it names an execution that it has removed, or none although it
 * stored one. So only an execution that has ended or was cancelled has certainly begun.
 */
async function meaningOf(receipt: Promise<IRun | undefined>): Promise<Receipt> {
	try {
		return (await receipt) ? 'begun' : 'refused';
	} catch (error) {
		return error instanceof ExecutionCancelledError ? 'begun' : 'doubtful';
	}
}
