import type { IPollFunctions } from 'n8n-workflow';
import { notAChoice } from '../fields/sentences';
import { operationError } from '../host/errors';
import type { Event } from './event';
import { reply, shortCodeMessage } from './record.event';
import { statusChange } from './statusChange.event';

export const EVENTS: Event[] = [reply, shortCodeMessage, statusChange];

/**
 * The events chosen in Trigger On. What can be read again comes first: it may fail before anything is
 * taken from the gateway.
 *
 * @throws NodeOperationError if nothing is chosen, or something that is no event
 */
export function chosenEvents(context: IPollFunctions): Event[] {
	// An expression may give a single word, or nothing.
	const names: unknown[] = [context.getNodeParameter('events', [])].flat();
	const others = names.filter((name) => !EVENTS.some(({ option }) => option.value === name));
	if (names.length === 0 || others.length > 0) {
		throw operationError(context, notAChoice('Trigger On', others[0]), 'Choose at least one event');
	}
	const chosen = EVENTS.filter(({ option }) => names.includes(option.value));
	return chosen.sort((one, another) => Number(one.isOnceOnly) - Number(another.isOnceOnly));
}
