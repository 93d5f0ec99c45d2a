import type { IPollFunctions } from 'n8n-workflow';
import { operationError } from '../host/errors';
import type { Event } from './event';
import { reply } from './reply.event';
import { shortCodeMessage } from './shortCodeMessage.event';
import { statusChange } from './statusChange.event';

/** All events of the trigger, in the order of the editor's list. */
export const EVENTS: Event[] = [reply, shortCodeMessage, statusChange];

/**
 * The events chosen in Trigger On. Those that can be read again come first: they may fail before anything
 * is taken from the gateway.
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
