import type { IPollFunctions } from 'n8n-workflow';
import { failed, type Connection } from '../gateway/exchange/exchange';
import { failure } from '../gateway/exchange/failures';
import { inBatches } from '../gateway/specification/lists';
import { isDurable, timeForPoll } from '../host/pollHost';
import { connect } from '../host/transport';
import type { Event } from './event';
import { chosenEvents } from './events';
import { allAnswered, handOverWaiting, waitingIn } from './handOver';
import { Emission, liveTriggerOf, newLiveTrigger, type LiveTrigger } from './liveTrigger';
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
	const trigger = liveTriggerOf(context) ?? newLiveTrigger(context);
	if (!isItsTurn(trigger, context)) return null;
	const time = timeForPoll(context, trigger.isDown);
	Object.assign(trigger, { context, isDown: false });
	const reading = readAll(trigger, time).catch((error: EventResult['error']): EventResult[] => [
		{ event: '', error, arrived: false, endsPoll: true },
	]);
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
 * n8n 2 registers a node with `trigger` and `poll` twice: two contexts poll at every time, or only one of
 * them does, and not always the first. So the context of the last poll goes on, until n8n asks the other one
 * twice running.
 */
function isItsTurn(trigger: LiveTrigger, context: IPollFunctions): boolean {
	const isAskedAgain = trigger.asked === context;
	trigger.asked = context;
	// n8n starts the next poll although one is under way.
	if (trigger.poll) return false;
	return trigger.isDown || isAskedAgain || trigger.context === context || isDurable(context);
}

/**
 * n8n stores static data only when it begins an execution, and after an edit has read them too early. So
 * this process goes by its own memory, unless another one has handed over changes since.
 */
function keepMemory(trigger: LiveTrigger): void {
	const { context, memories } = trigger;
	const stored = context.getWorkflowStaticData('node');
	const changes = Number(stored.changes ?? 0);
	if (changes > trigger.changes) {
		memories.clear();
		trigger.changes = changes;
	}
	const unconfirmed = [...trigger.emissions];
	for (const [event, memory] of memories) {
		const replaced = unconfirmed.filter((one) => one.event === event).map((one) => one.replaced);
		stored[event] = remember(memory, replaced);
		stored.changes = trigger.changes;
	}
}

/** Most items of one execution: n8n makes several copies of them to store it. */
const MOST_ITEMS = 10_000;

/** The part of a poll that a read of records needs, as a read that is given up loses them. */
const LEAST_SHARE = 0.8;

/** @param time milliseconds that the poll may take */
async function readAll(trigger: LiveTrigger, time: number): Promise<EventResult[]> {
	const end = performance.now() + time;
	const results: EventResult[] = [];
	keepMemory(trigger);
	await handOverWaiting(trigger);
	await allAnswered(trigger);
	const connection = await connect(trigger.context);
	for (const event of inTurns(chosenEvents(trigger.context), trigger)) {
		// As long as n8n refuses something, records are safer at the gateway.
		const isOver = trigger.isDown || waitingIn(trigger).length > 0;
		if (isOver || results.some(({ endsPoll }) => endsPoll)) break;
		const inTime = until(end, connection, event.isOnceOnly ? time * LEAST_SHARE : 0);
		trigger.isTaking = event.isOnceOnly;
		results.push(await readEvent(trigger, event, inTime));
	}
	return results;
}

/** The least time, in milliseconds, with which a request is still made. */
const SHORTEST_TIMEOUT = 1000;

/**
 * Makes a connection whose requests must be over by a certain time. Each may take the time that is left;
 * none is made when too little is left for an answer.
 *
 * @param end milliseconds, as of `performance.now()`
 * @param least milliseconds that must be left, unless the request itself may take less
 */
const until = (end: number, { exchange, ...rest }: Connection, least: number): Connection => ({
	...rest,
	exchange: async (request, timeout) => {
		const left = Math.min(timeout, Math.floor(end - performance.now()));
		return left < Math.min(Math.max(least, SHORTEST_TIMEOUT), timeout)
			? failed(failure('outOfTime'))
			: await exchange(request, left);
	},
});

/** Reads one event and hands over what it finds. */
async function readEvent(
	trigger: LiveTrigger,
	{ option, read }: Event,
	connection: Connection,
): Promise<EventResult> {
	const { context, memories } = trigger;
	const event = option.value;
	const memory = memories.get(event) ?? recall(context.getWorkflowStaticData('node')[event]);
	const { items, memory: found, ...result } = await read(context, connection, memory);
	// The next activation may have read the stored memory already. It finds the changes again.
	if (found && trigger.isDown) return { event, ...result };
	if (found) memories.set(event, found);
	if (found && items.length > 0) trigger.changes += 1;
	for (const part of inBatches(items, MOST_ITEMS)) {
		trigger.emissions.add(new Emission(event, part, found?.replaced));
	}
	keepMemory(trigger);
	await handOverWaiting(trigger);
	return { event, ...result };
}

/** Begins each poll with another event, so that a lack of time does not always leave out the same. */
function inTurns(events: Event[], trigger: LiveTrigger): Event[] {
	const first = trigger.polls % events.length;
	trigger.polls += 1;
	return [...events.slice(first), ...events.slice(0, first)];
}
