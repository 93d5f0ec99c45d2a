import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import COUNTRIES from './countries.json';
import { callingCodeOfCountry } from './numberingPlans';
import { readNumber, type NumberReading } from './readNumber';
import { fieldHint } from '../host/olderVersions';
import { fieldOf } from './evaluation';
import { splitList, textOrNull } from './values';

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
	/** The international digits of another number that could be meant. */
	otherReading?: string;
}

/** A number with the reason if it cannot be converted. */
export type ReadNumber = TypedNumber & NumberReading;

/** Instead of the number of an item that has none. */
export const NO_NUMBER: TypedNumber = { recipient: '', defaultCountry: '', number: null };

/** Splits numbers at commas, semicolons and line breaks. */
export const splitNumbers = (value: unknown): string[] => splitList(value, /[,;\r\n]+/);

/** Prepares reading of the numbers of all items. */
export function numbersReader(
	context: IExecuteFunctions,
): (item: number, options: IDataObject) => ReadNumber[] {
	const numbersOf = fieldOf(context, 'numbers', '');
	return (item, options) => {
		const defaultCountry = textOrNull(options.defaultCountry) ?? '';
		return splitNumbers(numbersOf(item)).map((recipient) => {
			return { recipient, defaultCountry, ...readNumber(recipient, defaultCountry) };
		});
	};
}

/** The hint on numbers without a country code that may mean another country's. */
export function otherReadingHint(rows: TypedNumber[]): string | undefined {
	const doubtful = rows.flatMap(({ recipient, number, otherReading }) =>
		otherReading === undefined ? [] : [`${recipient} (+${number}, or +${otherReading})`],
	);
	if (doubtful.length === 0) return undefined;
	return `Read as numbers of the 'Default Country', but valid in another country too: ${briefly(doubtful)}. Write numbers of other countries with '+'.`;
}

/** Most numbers named in a hint; nobody reads more. */
const MAX_NUMBERS = 3;

/** The first of some numbers, and how many more there are. */
export function briefly(numbers: string[]): string {
	const more = numbers.length - MAX_NUMBERS;
	const named = numbers.slice(0, MAX_NUMBERS).join(', ');
	return more > 0 ? `${named} and ${more} more` : named;
}
