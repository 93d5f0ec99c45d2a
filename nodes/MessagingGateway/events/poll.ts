import type { IPollFunctions } from 'n8n-workflow';
import { until, wholly } from '../gateway/exchange/budget';
import type { Exchange } from '../gateway/exchange/exchange';
import { isDurable, timeForPoll } from '../n8n/pollHost';
import { connect } from '../n8n/transport';
import type { Event } from './event';
import { chosenEvents } from './events';
import { handOverChanges, handOverRecords, isAllStored, keptBy } from './handOver';
import { liveTriggerOf, type LiveTrigger, type RunningPoll } from './liveTrigger';
import { recall, remember } from './memory';
import { takeReport, type EventResult } from './report';

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
	const time = timeForPoll(context, trigger.context !== context);
	const { promise, resolve } = context.helpers.createDeferredPromise();
	const running = { isTaking: false, ended: promise };
	Object.assign(trigger, { context, isDown: false, poll: running });
	const results = await readAll(context, trigger, running, time).catch(wholeFailure);
	trigger.poll = null;
	resolve();
	const error = takeReport(trigger.reported, results);
	if (!error) return null;
	if (isDurable(context) && !results.some(({ arrived }) => arrived)) throw error;
	context.__emitError(error);
	return null;
}

const wholeFailure = (error: Error): EventResult[] => [
	{ event: '', error: error as EventResult['error'], arrived: false, endsPoll: true },
];

/**
 * The part of a poll that must be left for a read of records to begin. Records that are handed out once
 * are lost when their read is given up, so it may take all the time that is left.
 */
const LEAST_SHARE = 0.8;

/** @param time milliseconds that the poll may take */
async function readAll(
	context: IPollFunctions,
	trigger: LiveTrigger,
	running: RunningPoll,
	time: number,
): Promise<EventResult[]> {
	const end = Date.now() + time;
	const results: EventResult[] = [];
	if (!(await isAllStored(context, trigger))) return results;
	const exchange = await connect(context);
	for (const event of inTurns(chosenEvents(context), trigger)) {
		const isOver = trigger.isDown || keptBy(trigger).length > 0;
		if (isOver || results.some(({ endsPoll }) => endsPoll)) break;
		const inTime = event.isOnceOnly
			? wholly(end, time * LEAST_SHARE, exchange)
			: until(end, exchange);
		running.isTaking = event.isOnceOnly;
		results.push(await readEvent(context, trigger, event, inTime));
		running.isTaking = false;
	}
	return results;
}

/** Reads one event and hands over what it finds. */
async function readEvent(
	context: IPollFunctions,
	trigger: LiveTrigger,
	{ option, isOnceOnly, read }: Event,
	exchange: Exchange,
): Promise<EventResult> {
	const event = option.value;
	const stored = context.getWorkflowStaticData('node');
	const emitted = trigger.emitted.get(event) ?? new Map();
	trigger.emitted.set(event, emitted);
	const memory = recall(stored[event], emitted);
	const { items, memory: found, ...result } = await read(context, exchange, memory);
	if (isOnceOnly) await handOverRecords(context, trigger, items);
	// The next activation may have read the stored memory already. It finds the changes again.
	// An event of which nothing could be read keeps its earlier memory.
	if (found && !trigger.isDown && (result.arrived || !result.error)) {
		stored[event] = remember(memory, found);
		handOverChanges(context, trigger, items, found.changed, emitted);
	}
	return { event, ...result };
}

/**
 * Orders the events: those that can be read again, which take little time, and then the others. Each poll
 * begins with another one, so that a lack of time does not always leave out the same.
 */
function inTurns(chosen: Event[], trigger: LiveTrigger): Event[] {
	const events = [
		...chosen.filter(({ isOnceOnly }) => !isOnceOnly),
		...chosen.filter(({ isOnceOnly }) => isOnceOnly),
	];
	const first = trigger.polls % events.length;
	trigger.polls += 1;
	return [...events.slice(first), ...events.slice(0, first)];
}
