import type { IDisplayOptions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { callingCodeOfCountry } from '../gateway/specification/numbers';
import { fieldHint } from '../n8n/builderHint';
import { COUNTRIES } from './countries';

// Not from Intl.DisplayNames, which takes 14 ms to load, as long as the rest of the package.
const countries: INodePropertyOptions[] = Object.entries(COUNTRIES).map(([value, name]) => ({
	name: `${name} (${value}, +${callingCodeOfCountry(value)})`,
	value,
}));

/** The country of numbers without a country code. */
export const defaultCountryOption: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	default: '',
	description:
		'The country of numbers that are written without a country code, as in 082 123 4567. In an expression, give its two letters, as in ZA.',
	options: [{ name: 'None', value: '' }, ...countries],
};

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
export const numbersField = (
	resource: string,
	operation: string,
	purpose: string,
): INodeProperties => ({
	displayName: 'Numbers',
	name: 'numbers',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. +27 82 123 4567, 27831234567',
	description: `${purpose}: one number or several, separated by commas, semicolons or new lines, in international format as in +27821234567. Numbers without a country code need the option 'Default Country'.`,
	builderHint: fieldHint(
		'Take numbers from the input with expr() or from the user; never make one up, as a message to it costs credits. Numbers without a country code need options.defaultCountry.',
	),
	displayOptions: showOnlyFor(resource, operation),
});

/** Shows a field for these operations only. */
export const showOnlyFor = (resource: string, operation: string): IDisplayOptions => ({
	show: { resource: [resource], operation: [operation] },
});
