import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { until, wholly } from '../gateway/exchange/budget';
import type { Exchange } from '../gateway/exchange/exchange';
import { TIMEOUTS } from '../gateway/operations/timeouts';
import { connect } from '../n8n/transport';
import type { Event, News } from './event';
import { chosenEvents } from './events';
import { toOutput } from './output';

/** A poll is over before the next, which may come a minute later. */
const POLL_MILLISECONDS = 50_000;

/** The triggers of this process that are polling at this moment. */
const polling = new Set<string>();

/** The triggers of which this process knows that their last changes reached n8n. */
const settled = new Set<string>();

/**
 * One poll of an active workflow.
 *
 * Records that the gateway hands out once are given to n8n as soon as they have arrived, since it drops
 * what a poll *returns* when the workflow was changed meanwhile. Changes are returned for that very
 * reason: n8n drops them together with the memory of them, and the next poll finds them again.
 *
 * @returns the changes; `null` for none
 * @throws NodeApiError, NodeOperationError when nothing could be read: by them n8n decides how long to
 * wait. What only some of the events met is recorded instead, and the others go on
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
		// An event of which nothing could be read remembers what it did.
		if (found.memory && (arrived || !problem)) {
			remembered[option.value] = found.memory;
			changes.push(items);
		}
	}
	report(context, news);
	if (Object.keys(remembered).length === 0) return null;
	// Last, as n8n stores it with what is returned.
	Object.assign(stored, remembered);
	settled.add(trigger);
	const items = changes.flat();
	return items.length > 0 ? toOutput(items) : null;
}

/** Whether n8n started the trigger by itself, while nobody is looking. */
const isStart = (context: IPollFunctions): boolean =>
	['init', 'leadershipChange'].includes(context.getActivationMode());

/** How often each trigger of this process has polled. */
const polls = new Map<string, number>();

/**
 * What can be read again comes first, as it takes little time. Which of the others comes first changes
 * from poll to poll: when the time does not last, none of them is always left out.
 */
function inTurns(events: Event[], trigger: string): Event[] {
	const again = events.filter(({ samples }) => !samples);
	const once = events.filter(({ samples }) => samples);
	const count = polls.get(trigger) ?? 0;
	polls.set(trigger, count + 1);
	const first = once.length === 0 ? 0 : count % once.length;
	return [...again, ...once.slice(first), ...once.slice(0, first)];
}

/** The part of a poll that a read of records may take at most. */
const LARGEST_SHARE = 0.8;

/**
 * The way to the gateway for each event. Records that are handed out once are lost when their read is
 * given up, so their time is left to them.
 */
async function sharingTime(
	context: IPollFunctions,
	events: Event[],
): Promise<(event: Event) => Exchange> {
	// Hosts before n8n 2.38 name no budget.
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
 * Tells n8n what went wrong: by ending the poll only where nothing at all could be read, and never as
 * n8n starts, when it would give the trigger up after a few attempts.
 */
function report(context: IPollFunctions, news: News[]): void {
	const [first, ...others] = news.flatMap(({ problem }) => problem ?? []);
	if (!first) return;
	first.description = [first.description, ...others.map(({ message }) => message)].join('. ');
	if (!news.some(({ arrived }) => arrived) && !isStart(context)) throw first;
	context.__emitError(first);
}
