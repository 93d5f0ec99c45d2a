import type { IPollFunctions } from 'n8n-workflow';

/** Longest time of a poll, in milliseconds, where n8n ends none. A poll due meanwhile is left out. */
const LONGEST_POLL = 240_000;

/** The same when a workflow is activated: n8n 2 gives up an activation after 84 seconds. */
const LONGEST_START = 60_000;

/** The budget that n8n 2 names, in milliseconds, where it ends no poll. */
const NO_BUDGET = 300_000;

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
