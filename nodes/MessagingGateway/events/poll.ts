import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { until, wholly } from '../gateway/exchange/budget';
import type { Exchange } from '../gateway/exchange/exchange';
import { TIMEOUTS } from '../gateway/operations/timeouts';
import { connect } from '../n8n/transport';
import { triggerOf, type Event, type News } from './event';
import { chosenEvents } from './events';
import { toOutput } from './output';

/** Longest time of a poll: the next one may come a minute later. */
const POLL_MILLISECONDS = 50_000;

/** The triggers of this process that are polling now. */
const polling = new Set<string>();

/** The triggers whose last changes are known to have reached n8n. */
const settled = new Set<string>();

/**
 * Polls once for an active workflow.
 *
 * Records that the gateway hands out once are passed to n8n as soon as they have arrived, since n8n drops
 * the output that a poll *returns* if the workflow was changed meanwhile. For the same reason changes are
 * returned: n8n drops them together with the memory of them, and the next poll finds them again.
 *
 * @returns the changes; `null` for none
 * @throws NodeApiError, NodeOperationError if nothing could be read: n8n uses them to decide how long to
 * wait. An error of only some events is recorded instead, and the other events continue
 */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const trigger = triggerOf(context);
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
	const events = inTurns(chosenEvents(context), trigger);
	const exchangeFor = await sharingTime(context, events);
	const stored = context.getWorkflowStaticData('node');
	const isFirstPoll = !settled.has(trigger);
	const news: News[] = [];
	const changes: IDataObject[][] = [];
	const remembered: IDataObject = {};
	for (const event of events) {
		const { option, samples, read } = event;
		if (news.some(({ endsPoll }) => endsPoll)) break;
		const memory = { stored: stored[option.value], isFirstPoll };
		const found = await read(context, exchangeFor(event), memory);
		news.push(found);
		const { items, problem, arrived } = found;
		if (samples && items.length > 0) context.__emit(toOutput(items));
		// An event of which nothing could be read keeps its earlier memory.
		if (found.memory && (arrived || !problem)) {
			remembered[option.value] = found.memory;
			changes.push(items);
		}
	}
	report(context, news);
	if (Object.keys(remembered).length === 0) return null;
	// Last, as n8n stores it together with the returned items.
	Object.assign(stored, remembered);
	settled.add(trigger);
	const items = changes.flat();
	return items.length > 0 ? toOutput(items) : null;
}

/** Whether n8n itself started the trigger, not a person. */
const isStart = (context: IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** Number of polls of each trigger in this process. */
const polls = new Map<string, number>();

/**
 * Orders the events. Those that can be read again come first, as they take little time. The order of the
 * others changes from poll to poll, so that a lack of time does not always leave out the same one.
 */
function inTurns(events: Event[], trigger: string): Event[] {
	const again = events.filter(({ samples }) => !samples);
	const once = events.filter(({ samples }) => samples);
	const count = polls.get(trigger) ?? 0;
	polls.set(trigger, count + 1);
	const first = once.length === 0 ? 0 : count % once.length;
	return [...again, ...once.slice(first), ...once.slice(0, first)];
}

/** Largest part of a poll that a read of records may take. */
const LARGEST_SHARE = 0.8;

/**
 * Makes the exchange for each event. Records that are handed out once are lost when their read is given
 * up, so time is reserved for them.
 */
async function sharingTime(
	context: IPollFunctions,
	events: Event[],
): Promise<(event: Event) => Exchange> {
	// n8n before 2.38 has no budget.
	const { getPollBudgetMs } = context as { getPollBudgetMs?: () => number };
	const budget = Math.min(getPollBudgetMs?.call(context) ?? POLL_MILLISECONDS, POLL_MILLISECONDS);
	const end = Date.now() + budget;
	const share = Math.min(TIMEOUTS.read, budget * LARGEST_SHARE);
	const reserved = events.some(({ samples }) => samples) ? share : 0;
	const exchange = await connect(context);
	return ({ samples }) =>
		samples ? wholly(end, share, exchange) : until(end - reserved, exchange);
}

/**
 * Reports errors to n8n. It ends the poll only if nothing at all could be read, and never while n8n
 * starts, as n8n would then give up the trigger after a few attempts.
 */
function report(context: IPollFunctions, news: News[]): void {
	const [first, ...others] = news.flatMap(({ problem }) => problem ?? []);
	if (!first) return;
	first.description = [first.description, ...others.map(({ message }) => message)].join('. ');
	if (!news.some(({ arrived }) => arrived) && !isStart(context)) throw first;
	context.__emitError(first);
}
