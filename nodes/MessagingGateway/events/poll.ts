import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { until, type Connection } from '../gateway/exchange/exchange';
import { isDurable, timeForPoll } from '../n8n/pollHost';
import { connect } from '../n8n/transport';
import type { Event } from './event';
import { chosenEvents } from './events';
import { handOverChanges, handOverRecords, isAllStored, keptBy } from './handOver';
import { liveTriggerOf, newLiveTrigger, type LiveTrigger } from './liveTrigger';
import { recall, remember } from './memory';
import { takeReport, type EventResult } from './report';

/**
 * Polls once for an active workflow.
 *
 * Items are emitted as soon as they have arrived: n8n drops what a poll *returns* if the workflow was
 * changed meanwhile or the time was up. Errors are recorded as failed executions and not thrown: an error
 * that is thrown at an activation ends the trigger, although the workflow is still shown as active.
 *
 * @throws NodeApiError, NodeOperationError if nothing could be read in a poll of n8n's durable scheduler,
 * which goes by the error in how long it waits
 */
export async function poll(context: IPollFunctions): Promise<null> {
	const known = liveTriggerOf(context);
	// n8n starts the next poll although one is under way.
	if (known?.poll) return null;
	const time = timeForPoll(context, known?.context !== context);
	const trigger = known ?? newLiveTrigger(context);
	if (!isDurable(context)) keepMemory(trigger, context);
	Object.assign(trigger, { context, isDown: false });
	const reading = readAll(trigger, time).catch(wholeFailure);
	trigger.poll = reading;
	const results = await reading;
	Object.assign(trigger, { poll: null, isTaking: false });
	const error = takeReport(trigger.reported, results);
	if (!error) return null;
	if (isDurable(context) && !results.some(({ arrived }) => arrived)) throw error;
	context.__emitError(error);
	return null;
}

/**
 * Static data of an edited workflow may be older than the memory of this process: n8n reads it before the
 * last poll has stored its own. It is newer if another process has polled meanwhile.
 */
function keepMemory(trigger: LiveTrigger, context: IPollFunctions): void {
	const { stored: own, emitted } = trigger;
	const stored = context.getWorkflowStaticData('node');
	trigger.stored = stored;
	if (changesIn(own) > changesIn(stored)) Object.assign(stored, own);
	// What became of this process's changes says nothing about those of the other.
	if (changesIn(own) < changesIn(stored)) emitted.clear();
}

/** How often changes were handed over, by all processes together. */
const changesIn = (stored: IDataObject): number => Number(stored.changes ?? 0);

const wholeFailure = (error: Error): EventResult[] => [
	{ event: '', error: error as EventResult['error'], arrived: false, endsPoll: true },
];

/** The part of a poll that a read of records needs, as a read that is given up loses them. */
const LEAST_SHARE = 0.8;

/** @param time milliseconds that the poll may take */
async function readAll(trigger: LiveTrigger, time: number): Promise<EventResult[]> {
	const end = Date.now() + time;
	const results: EventResult[] = [];
	if (!(await isAllStored(trigger))) return results;
	const connection = await connect(trigger.context);
	for (const event of inTurns(chosenEvents(trigger.context), trigger)) {
		const isOver = trigger.isDown || keptBy(trigger).length > 0;
		if (isOver || results.some(({ endsPoll }) => endsPoll)) break;
		const inTime = until(end, connection, event.isOnceOnly ? time * LEAST_SHARE : 0);
		trigger.isTaking = event.isOnceOnly;
		results.push(await readEvent(trigger, event, inTime));
	}
	return results;
}

/** Reads one event and hands over what it finds. */
async function readEvent(
	trigger: LiveTrigger,
	{ option, isOnceOnly, read }: Event,
	connection: Connection,
): Promise<EventResult> {
	const event = option.value;
	const stored = trigger.context.getWorkflowStaticData('node');
	const emitted = trigger.emitted.get(event) ?? new Map();
	trigger.emitted.set(event, emitted);
	const memory = recall(stored[event], emitted);
	const { items, memory: found, ...result } = await read(trigger.context, connection, memory);
	if (isOnceOnly) await handOverRecords(trigger, items);
	// The next activation may have read the stored memory already. It finds the changes again.
	// An event of which nothing could be read keeps its earlier memory.
	if (found && !trigger.isDown && (result.arrived || !result.error)) {
		stored[event] = remember(memory, found);
		if (items.length > 0) stored.changes = changesIn(stored) + 1;
		const emission = handOverChanges(trigger, items);
		for (const key of found.changed) emitted.set(key, emission);
	}
	return { event, ...result };
}

/** Begins each poll with another event, so that a lack of time does not always leave out the same. */
function inTurns(events: Event[], trigger: LiveTrigger): Event[] {
	const first = trigger.polls % events.length;
	trigger.polls += 1;
	return [...events.slice(first), ...events.slice(0, first)];
}
