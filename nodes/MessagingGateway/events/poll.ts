import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { until, wholly } from '../gateway/exchange/budget';
import type { Exchange } from '../gateway/exchange/exchange';
import { isDurable, timeForPoll } from '../n8n/pollHost';
import { connect } from '../n8n/transport';
import type { Event, Memory, News } from './event';
import { chosenEvents } from './events';
import { allStored, handOverChanges, handOverKept, handOverRecords } from './handOver';
import { liveTriggerOf, type LiveTrigger, type RunningPoll } from './liveTrigger';

/**
 * Polls once for an active workflow.
 *
 * All items are passed to n8n by `__emit`, as soon as they have arrived: n8n drops the output that a poll
 * *returns* if the workflow was changed meanwhile or the time was up, and does not tell whether it could
 * begin an execution with it.
 *
 * Errors are recorded as failed executions and not thrown. n8n treats both in the same way, except at the
 * first poll of an activation, where a thrown error ends the trigger for good, although the workflow is
 * still shown as active.
 *
 * @throws NodeApiError, NodeOperationError if nothing could be read and n8n's durable scheduler runs the
 * poll, which uses the error to decide how long to wait
 */
export async function poll(context: IPollFunctions): Promise<null> {
	const trigger = liveTriggerOf(context);
	// n8n starts the next poll although one is under way.
	if (trigger.poll) return null;
	const { promise, resolve } = context.helpers.createDeferredPromise();
	const running = { isClosing: false, ended: promise };
	trigger.poll = running;
	const problem = await readAll(context, trigger, running).catch((error: Error) => error);
	trigger.poll = null;
	resolve();
	if (problem && isDurable(context)) throw problem;
	if (problem) context.__emitError(problem);
	return null;
}

async function readAll(
	context: IPollFunctions,
	trigger: LiveTrigger,
	running: RunningPoll,
): Promise<void> {
	if (trigger.kept.length > 0) {
		handOverKept(context, trigger);
		await allStored(trigger);
		// What n8n cannot begin an execution with is safe at the gateway.
		if (trigger.kept.length > 0) return;
	}
	const events = inTurns(chosenEvents(context), trigger);
	const exchangeFor = await sharingTime(context);
	const news: Array<Omit<News, 'items'>> = [];
	const changes: IDataObject[] = [];
	const remembered: IDataObject = {};
	for (const event of events) {
		if (running.isClosing || news.some(({ endsPoll }) => endsPoll)) break;
		const memory = memoryFor(event, context, trigger);
		const { items, ...found } = await event.read(context, exchangeFor(event), memory);
		news.push(found);
		if (event.samples) handOverRecords(context, trigger, items);
		// An event of which nothing could be read keeps its earlier memory.
		if (found.memory && (found.arrived || !found.problem)) {
			remembered[event.option.value] = found.memory;
			changes.push(...items);
		}
	}
	// The next activation may have read the stored memory already. It finds the changes again.
	const isNew = Object.keys(remembered).length > 0 && !running.isClosing;
	if (isNew) handOverChanges(context, trigger, changes, remembered);
	report(context, news);
}

function memoryFor({ option }: Event, context: IPollFunctions, trigger: LiveTrigger): Memory {
	const memory = trigger.takenBack ?? context.getWorkflowStaticData('node');
	return { stored: memory[option.value], isFirstPoll: !trigger.hasStored };
}

/**
 * Orders the events: those that can be read again, which take little time, and then the others. Each poll
 * begins with another one, so that a lack of time does not always leave out the same.
 */
function inTurns(chosen: Event[], trigger: LiveTrigger): Event[] {
	const isOnceOnly = ({ samples }: Event): boolean => samples !== undefined;
	const events = [...chosen.filter((event) => !isOnceOnly(event)), ...chosen.filter(isOnceOnly)];
	const first = trigger.polls % events.length;
	trigger.polls += 1;
	return [...events.slice(first), ...events.slice(0, first)];
}

/** The part of a poll that must be left for a read of records to begin. */
const LEAST_SHARE = 0.8;

/**
 * Makes the exchange for each event. Records that are handed out once are lost when their read is given
 * up, so it begins only with most of the time left, and may take all of it.
 */
async function sharingTime(context: IPollFunctions): Promise<(event: Event) => Exchange> {
	const time = timeForPoll(context);
	const end = Date.now() + time;
	const exchange = await connect(context);
	return ({ samples }) =>
		samples ? wholly(end, time * LEAST_SHARE, exchange) : until(end, exchange);
}

/**
 * Reports errors to n8n.
 *
 * @throws NodeApiError, NodeOperationError if nothing at all could be read
 */
function report(context: IPollFunctions, news: Array<Omit<News, 'items'>>): void {
	const [first, ...others] = news.flatMap(({ problem }) => problem ?? []);
	if (!first) return;
	first.description = [first.description, ...others.map(({ message }) => message)].join('. ');
	if (!news.some(({ arrived }) => arrived)) throw first;
	context.__emitError(first);
}
