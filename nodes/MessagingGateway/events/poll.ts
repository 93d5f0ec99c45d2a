import type { INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { within } from '../gateway/budget';
import type { Exchange } from '../gateway/exchange';
import { connect } from '../transport';
import { chosenEvents, toOutput } from './chosenEvents';
import { readNewRecords, readStatusChanges, type News } from './news';
import { readState } from './statusChange.event';

/** A poll is over before the next, which may come a minute later. */
const POLL_MILLISECONDS = 50_000;

/** Where n8n keeps what the trigger remembers. */
const MEMORY = 'statusChange';

/** The triggers of this process that are polling at this moment. */
const polling = new Set<string>();

/** Those of which it knows that the changes emitted last reached n8n. */
const settled = new Set<string>();

/**
 * One poll of an active workflow.
 *
 * Records that the gateway hands out once are given to n8n as soon as they have arrived, since it drops
 * what a poll *returns* when the workflow was changed meanwhile. Status changes are returned for that
 * very reason: n8n drops them together with the memory of them, and the next poll finds them again.
 *
 * @returns the status changes; `null` for none
 * @throws NodeApiError, NodeOperationError when nothing could be read: by them n8n decides how long to
 * wait. What only some of the events met is recorded, and holds up none of the others
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const trigger = `${context.getWorkflow().id}/${context.getNode().id}`;
	if (polling.has(trigger)) return null;
	polling.add(trigger);
	try {
		return await readAll(context, trigger);
	} finally {
		polling.delete(trigger);
	}
}

async function readAll(
	context: IPollFunctions,
	trigger: string,
): Promise<INodeExecutionData[][] | null> {
	const { statusChange, records, excludeShortCode } = chosenEvents(context);
	const exchangeFor = await sharingTime(context, records.length + (statusChange ? 1 : 0));
	const memory = context.getWorkflowStaticData('node');
	const before = readState(memory[MEMORY], !settled.has(trigger));
	const changes = statusChange && (await readStatusChanges(context, before, exchangeFor()));
	const news: News[] = changes ? [changes] : [];
	for (const event of records) {
		if (news.some(({ endsPoll }) => endsPoll)) break;
		const arrived = await readNewRecords(context, event, excludeShortCode, exchangeFor());
		if (arrived.items.length > 0) context.__emit(toOutput(arrived.items));
		news.push(arrived);
	}
	report(context, news);
	if (!changes || (changes.problem && !changes.arrived)) return null;
	memory[MEMORY] = changes.state;
	settled.add(trigger);
	return changes.items.length > 0 ? toOutput(changes.items) : null;
}

/** Whether n8n started the trigger by itself, with nobody before the screen. */
const isStart = (context: IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** Gives each event an even share of the time that is left, so that a slow one starves no other. */
async function sharingTime(context: IPollFunctions, events: number): Promise<() => Exchange> {
	// Hosts before n8n 2.38 name no budget.
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => number };
	const budget = Math.min(getPollBudgetMs?.call(context) ?? POLL_MILLISECONDS, POLL_MILLISECONDS);
	const end = Date.now() + budget;
	const exchange = await connect(context);
	let waiting = events;
	return () => within((end - Date.now()) / waiting--, exchange);
}

/**
 * Tells n8n what went wrong: as the end of the poll only where nothing at all could be read, and never
 * as n8n starts, when it would give the trigger up after a few attempts.
 */
function report(context: IPollFunctions, news: News[]): void {
	const [first, ...others] = news.flatMap(({ problem }) => problem ?? []);
	if (!first) return;
	first.description = [first.description, ...others.map(({ message }) => message)].join('. ');
	if (!news.some(({ arrived }) => arrived) && !isStart(context)) throw first;
	context.__emitError(first);
}
