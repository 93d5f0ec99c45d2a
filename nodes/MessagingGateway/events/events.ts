import type { IPollFunctions } from 'n8n-workflow';
import type { Failure } from '../gateway/exchange/failures';
import { joined } from '../fields/values';
import { gatewayError, operationError } from '../host/errors';
import { lossOf } from '../rows/recordItems';
import type { Event, News, Reading } from './event';
import { reply, shortCodeMessage } from './record.event';
import type { EventResult } from './report';
import { statusChange } from './statusChange.event';

/** All events of the trigger, in the order of the editor's list. */
export const EVENTS: Event[] = [reply, shortCodeMessage, statusChange];

/**
 * The events chosen in Trigger On. What can be read again comes first: it may fail before anything is
 * taken from the gateway.
 *
 * @throws NodeOperationError if nothing is chosen
 */
export function chosenEvents(context: IPollFunctions): Event[] {
	// An expression may give a single word, or nothing.
	const names: unknown[] = [context.getNodeParameter('events', [])].flat();
	const chosen = EVENTS.filter(({ option }) => names.includes(option.value));
	if (chosen.length === 0) {
		throw operationError(context, "'Trigger On' is empty", 'Choose at least one event');
	}
	return chosen.sort((one, other) => Number(one.isOnceOnly) - Number(other.isOnceOnly));
}

/** Reads an event, and makes an error of what failed. */
export async function readEvent(event: Event, reading: Reading): Promise<News & EventResult> {
	const news = await event.read(reading);
	const { failure, problem = null, arrived } = news;
	const result = { ...news, event: event.subject, endsPoll: failure?.noAccess === true };
	if (!failure) return { ...result, error: problem };
	const message = `${event.subject} were not ${arrived ? 'all ' : ''}read. ${failure.message}`;
	const description = descriptionOf(event, failure, arrived);
	return { ...result, error: gatewayError(reading.context, failure, { message, description }) };
}

const descriptionOf = ({ isOnceOnly }: Event, failure: Failure, arrived: boolean): string =>
	joined([
		arrived ? 'What had arrived by then was kept' : undefined,
		isOnceOnly ? lossOf(failure) : undefined,
		failure.advice,
	]);
