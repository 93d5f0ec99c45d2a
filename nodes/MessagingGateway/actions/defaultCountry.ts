import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import COUNTRIES from '../gateway/specification/countries.json';
import { callingCodeOfCountry } from '../gateway/specification/numbers';
import { doubtfulNumbers } from '../gateway/specification/numbersWithoutCountry';
import type { Hint } from '../n8n/hints';
import { textOrNull } from '../n8n/parameters';
import { hiddenField } from '../n8n/usualFields';

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

/** The same as an option, as workflows have it that were saved before it was a field. */
export const savedCountryOption = hiddenField(defaultCountryField);

/** The ISO code of the country by the field, or else by the option of a saved workflow; '' for none. */
export const readDefaultCountry = (field: unknown, option: unknown): string =>
	textOrNull(field) ?? textOrNull(option) ?? '';

/** Most numbers named in a hint; nobody reads more. */
const MAX_NUMBERS_IN_HINT = 3;

/** A number as typed, the international digits that it was read as, and its default country; '' for none. */
interface ReadNumber {
	recipient: string;
	number: string | null;
	defaultCountry: string;
}

/** The hint on numbers without a country code that may have been read as foreign ones. */
export function countryHint(rows: ReadNumber[]): Hint {
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
