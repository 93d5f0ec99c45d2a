import type { INodeProperties } from 'n8n-workflow';
import { fieldHint } from '../n8n/builderHint';

/** A text of the user that is returned with each row. */
export const referenceOption: INodeProperties = {
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042',
	description: 'Any text of your own, given back with each result of this item',
	builderHint: fieldHint(
		'A key from the input item that stays the same when the workflow runs again, such as an order number. Not $runIndex, $now or $execution.id: with sendOnce these send again in each run.',
	),
};

/** The field for one or several numbers. */
export const numbersField: INodeProperties = {
	displayName: 'Numbers',
	name: 'numbers',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +27 82 123 4567, 27831234567',
	description:
		"One phone number or several, separated by commas, semicolons or new lines, in international format as in +27821234567. Numbers without a country code need 'Default Country'.",
	builderHint: fieldHint(
		'Take numbers from the input with expr() or from the user; never make one up, as a message to it costs credits. Numbers without a country code need defaultCountry.',
	),
};
