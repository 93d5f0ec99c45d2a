import {
	ExecutionCancelledError,
	type IDataObject,
	type INodeExecutionData,
	type IPollFunctions,
	type IRun,
	type ITriggerFunctions,
} from 'n8n-workflow';
import { delay } from './delay';
import { CREDENTIAL } from './transport';

/** Longest time of a poll, in milliseconds, where n8n ends none. A poll due meanwhile is left out. */
const LONGEST_POLL = 240_000;

/** The same when a workflow is activated: n8n 2 gives up an activation after 84 seconds. */
const LONGEST_START = 60_000;

/** The budget that n8n 2 names, in milliseconds, where it ends no poll. */
const NO_BUDGET = 300_000;

/** The time, in milliseconds, in which n8n usually has stored an emission or has refused it. */
export const USUAL_ANSWER = 5_000;

/** The latest time at which n8n refuses: its database gives up a statement after five minutes. */
export const LATEST_ANSWER = 300_000;

/** The budget of a poll in milliseconds; undefined before n8n 2.38. */
const budgetOf = (context: IPollFunctions): number | undefined =>
	(context as { getPollBudgetMs?: () => number }).getPollBudgetMs?.();

/**
 * Whether n8n says what became of an emission. n8n 1 does not: if it cannot begin the execution, it never
 * settles the receipt, and reports an error of its own.
 */
export const givesReceipts = (context: IPollFunctions): boolean => budgetOf(context) !== undefined;

/**
 * Whether n8n's durable scheduler runs the poll. It ends a poll after its budget, and waits longer for the
 * next one if a poll throws.
 */
export const isDurable = (context: IPollFunctions): boolean =>
	![undefined, NO_BUDGET].includes(budgetOf(context));

/**
 * The time, in milliseconds, that a poll which begins now may take.
 *
 * @param isStart whether it is the first poll of an activation
 */
export function timeForPoll(context: IPollFunctions, isStart: boolean): number {
	if (isDurable(context)) return budgetOf(context) as number;
	return isStart ? LONGEST_START : LONGEST_POLL;
}

/** Makes the only output of the trigger. */
export const toOutput = (items: IDataObject[]): INodeExecutionData[][] => [
	items.map((json) => ({ json })),
];

/**
 * Whether n8n has begun an execution. In doubt, it may have removed the execution again, or may have
 * stored one that it runs later.
 */
export type Receipt = 'begun' | 'refused' | 'doubtful';

/**
 * Hands items to n8n for an execution. n8n answers when that has ended, which may take hours, or could
 * not begin. n8n 1 does not answer and is taken to begin one.
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

/** The time, in milliseconds, in which n8n reads a credential. */
const USUAL_READ = 1_000;

/** Whether n8n can read its database, where the credentials are. */
export async function isDatabaseThere(context: ITriggerFunctions): Promise<boolean> {
	const read = context.getCredentials(CREDENTIAL).then(
		() => true,
		() => false,
	);
	return await Promise.race([read, delay(USUAL_READ).then(() => false)]);
}
