import type {
	IDataObject,
	IExecuteFunctions,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';
import { answersModel } from '../host/execution';
import { fieldHint } from '../host/olderVersions';
import { fieldOf } from './evaluation';
import { callingCodeOfCountry, countryCodes, nameOfCountry } from './numberingPlans';
import { readNumber, type NumberReading } from './readNumber';
import { splitList } from './text';

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

const countries: INodePropertyOptions[] = countryCodes()
	.map((value) => ({
		name: `${nameOfCountry(value)} (${value}, +${callingCodeOfCountry(value)})`,
		value,
	}))
	.sort((one, other) => one.name.localeCompare(other.name, 'en'));

export const defaultCountryField: INodeProperties = {
	displayName: 'Default Country',
	name: 'defaultCountry',
	type: 'options',
	default: 'auto',
	description:
		'The country of numbers that are written without a country code, as in 082 123 4567. In an expression, give its two letters, as in ZA.',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: "The country of the credential's service, none for Other",
		},
		{ name: 'None', value: '' },
		...countries,
	],
};

export interface ReadNumber extends NumberReading {
	/** As typed; '' if there is none. */
	recipient: string;
}

export const NO_NUMBER: ReadNumber = { recipient: '', number: null };

/** Splits numbers at commas, semicolons and line breaks. */
export const splitNumbers = (value: unknown): string[] => splitList(value, /[,;\r\n]+/);

/**
 * Prepares reading of the numbers of all items.
 *
 * @param ofService ISO code of the country of a known service
 */
export function numbersReader(
	context: IExecuteFunctions,
	ofService = '',
): (item: number, options: IDataObject) => ReadNumber[] {
	const numbersOf = fieldOf(context, 'numbers', '');
	const isForModel = answersModel(context);
	return (item, { defaultCountry }) => {
		const country = defaultCountry === 'auto' ? ofService : (defaultCountry as string);
		return splitNumbers(numbersOf(item)).map((recipient) => {
			const reading = readNumber(recipient, country);
			const mustAsk = isForModel && reading.isUnmarked;
			return { recipient, ...(mustAsk ? ASK_FOR_COUNTRY : reading) };
		});
	};
}

/** For a language model, which would make a country up. */
const ASK_FOR_COUNTRY: NumberReading = {
	number: null,
	problem: "Write '+' and the country code before the number. Ask for the country; do not guess it",
};

/**
 * Whether the numbers of a run that say no country are those of one country: if one in five of several is
 * no international number, others that happen to be valid abroad would go there.
 */
export function areNational(numbers: ReadNumber[]): boolean {
	const unmarked = numbers.filter(({ isUnmarked }) => isUnmarked);
	const wrong = unmarked.filter(({ number }) => number === null).length;
	return unmarked.length > 1 && wrong * 5 >= unmarked.length;
}

export const AMONG_NATIONAL =
	"The numbers of this run seem to be national ones: some are not valid without their country. Set 'Default Country', or write all with '+' and the country code";

/** The hint on numbers without a country code that may mean another country's. */
export function otherReadingHint(rows: ReadNumber[]): string | undefined {
	const doubtful = rows.flatMap(({ recipient, number, otherReading }) =>
		otherReading === undefined ? [] : [`${recipient} (+${number}, or +${otherReading})`],
	);
	if (doubtful.length === 0) return undefined;
	return `Read as numbers of the 'Default Country', but valid in another country too: ${briefly(doubtful)}. Write numbers of other countries with '+'.`;
}

const MAX_NUMBERS = 3;

/** The first of some numbers, and how many more there are. */
export function briefly(numbers: string[]): string {
	const more = numbers.length - MAX_NUMBERS;
	const named = numbers.slice(0, MAX_NUMBERS).join(', ');
	return more > 0 ? `${named} and ${more} more` : named;
}
