import type { IPollFunctions } from 'n8n-workflow';
import { withDeadline } from '../gateway/exchange/exchange';
import { isDurable, timeForPoll } from '../host/pollHost';
import { connect } from '../host/transport';
import { chosenEvents } from './choice';
import type { Event, Reading } from './event';
import { liveTriggerOf, newLiveTrigger, type LiveTrigger } from './liveTrigger';
import { readEvent, takeReport, type EventResult, type ReadError } from './report';
import { readTriggerOptions } from './trigger.fields';

/**
 * Polls once for an active workflow.
 *
 * Items are emitted as soon as they have arrived: n8n drops what a poll *returns* if the workflow was
 * changed meanwhile or the time was up. Errors are recorded as failed executions and not thrown: an error
 * that is thrown at an activation ends the trigger, although the workflow is still shown as active.
 *
 * @throws NodeApiError, NodeOperationError if nothing could be read in a poll of n8n's durable scheduler,
 * which then waits longer. Thrown only when the error is due to be reported
 */
export async function poll(context: IPollFunctions): Promise<null> {
	const trigger = liveTriggerOf(context) ?? newLiveTrigger(context);
	if (!isItsTurn(trigger, context)) return null;
	const time = timeForPoll(context, trigger.isDown);
	// Whoever activates the workflow again looks whether it works now.
	if (trigger.isDown) trigger.reported.clear();
	Object.assign(trigger, { context, isDown: false });
	const reading = readAll(trigger, time).catch((error: ReadError): EventResult[] => [
		{ event: '', error, arrived: false, endsPoll: true },
	]);
	trigger.poll = reading;
	const results = await reading;
	trigger.poll = null;
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

/** A read of records begins only with this part of the time left: if it is given up, they are lost. */
const LEAST_SHARE = 0.8;

/** @param time milliseconds that the poll may take */
async function readAll(trigger: LiveTrigger, time: number): Promise<EventResult[]> {
	const end = performance.now() + time;
	const { context } = trigger;
	const results: EventResult[] = [];
	await trigger.handOver();
	await trigger.allAnswered();
	const options = readTriggerOptions(context);
	const connection = await connect(context);
	for (const event of inTurns(chosenEvents(context), trigger)) {
		// As long as n8n refuses something, records are safer at the gateway.
		const isOver = trigger.isDown || trigger.waiting.length > 0;
		if (isOver || results.some(({ endsPoll }) => endsPoll)) break;
		const inTime = withDeadline(connection, end, event.isOnceOnly ? time * LEAST_SHARE : 0);
		results.push(await readAndHandOver(trigger, event, { context, connection: inTime, options }));
	}
	return results;
}

/** n8n stores the static data with the next execution. */
async function readAndHandOver(
	trigger: LiveTrigger,
	event: Event,
	reading: Omit<Reading, 'memory'>,
): Promise<EventResult> {
	const stored = trigger.context.getWorkflowStaticData('node');
	const name = event.option.value;
	const news = await readEvent(event, { ...reading, memory: stored[name] });
	// The next activation may have read the static data already. It finds the changes again.
	if (news.memory && trigger.isDown) return news;
	if (news.memory) stored[name] = news.memory;
	trigger.add(news.items);
	await trigger.handOver();
	return news;
}

/** Begins each poll with another event, so that a lack of time does not always leave out the same. */
function inTurns(events: Event[], trigger: LiveTrigger): Event[] {
	const first = trigger.polls % events.length;
	trigger.polls += 1;
	return [...events.slice(first), ...events.slice(0, first)];
}
