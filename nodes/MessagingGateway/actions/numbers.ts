import type { IExecuteFunctions, INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import COUNTRIES from '../gateway/specification/countries.json';
import { callingCodeOfCountry, readNumber, splitNumbers } from '../gateway/specification/numbers';
import { doubtfulNumbers } from '../gateway/specification/numbersWithoutCountry';
import { fieldHint } from '../n8n/builderHint';
import { fieldOf } from '../n8n/fields';
import type { Hint } from '../n8n/hints';
import { textOrNull } from '../n8n/parameters';

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

// Not from Intl.DisplayNames, which takes 14 ms to load, as long as the rest of the package.
const countries: INodePropertyOptions[] = Object.entries(COUNTRIES).map(([value, name]) => ({
	name: `${name} (${value}, +${callingCodeOfCountry(value)})`,
	value,
}));

/** The country of numbers without a country code. */
export const defaultCountryField: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	default: '',
	description:
		'The country of numbers that are written without a country code, as in 082 123 4567. In an expression, give its two letters, as in ZA.',
	options: [{ name: 'None', value: '' }, ...countries],
};

/** A number of an input item. */
export interface TypedNumber {
	/** As typed; '' if there is none. */
	recipient: string;
	/** ISO code of the country that national numbers are of; '' for none. */
	defaultCountry: string;
	/** International digits; null if it cannot be converted. */
	number: string | null;
}

/** A number with the reason if it cannot be converted. */
export type NumberReading = TypedNumber & { problem: string | undefined };

/** Instead of the number of an item that has none. */
export const NO_NUMBER: TypedNumber = { recipient: '', defaultCountry: '', number: null };

/** Prepares reading of the numbers of all items. */
export function numbersReader(context: IExecuteFunctions): (item: number) => NumberReading[] {
	const numbersOf = fieldOf(context, 'numbers', '');
	const countryOf = fieldOf(context, 'defaultCountry', '');
	return (item) => {
		const defaultCountry = textOrNull(countryOf(item)) ?? '';
		return splitNumbers(numbersOf(item)).map((recipient) => {
			const { number, problem } = readNumber(recipient, defaultCountry);
			return { recipient, defaultCountry, number: problem ? null : number, problem };
		});
	};
}

/** Most numbers named in a hint; nobody reads more. */
const MAX_NUMBERS_IN_HINT = 3;

/** The hint on numbers without a country code that may have been read as foreign ones. */
export function countryHint(rows: TypedNumber[]): Hint {
	const numbers = rows.flatMap(({ recipient: typed, number: digits }) =>
		digits === null ? [] : [{ typed, digits }],
	);
	const isCountryKnown = rows.some(({ defaultCountry }) => defaultCountry !== '');
	const doubtful = doubtfulNumbers(numbers, !isCountryKnown);
	if (doubtful.length === 0) return undefined;
	const named = doubtful
		.slice(0, MAX_NUMBERS_IN_HINT)
		.map(({ typed, country }) => `${typed} (${country})`)
		.join(', ');
	const more = doubtful.length > MAX_NUMBERS_IN_HINT ? ' and others' : '';
	const remedy = isCountryKnown ? '' : "set 'Default Country', or ";
	return `Numbers without '+' were read as international: ${named}${more}. If that is not meant, ${remedy}write them with '+' and the country code.`;
}
