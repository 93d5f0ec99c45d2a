import parsePhoneNumber from 'libphonenumber-js/max';
import countryNames from './countries.json';
import { callingCodeOf, isMarked } from './numbers';

/** A number that has neither `+` nor `00`, and the country that its digits were read as. */
export interface NumberWithoutCountry {
	typed: string;
	/** The English name of the country, or its code, as in `+882`. */
	country: string;
}

/** With its country code, hardly any mobile number is shorter. */
const FEWEST_USUAL_DIGITS = 10;
/** Numbers that are looked at: it takes about 50 microseconds for each. */
const MOST_NUMBERS = 1000;

/**
 * Finds numbers that may be national ones, read as those of another country: without `+` or `00`, and
 * not valid there, or unusually short, or of several countries in one list.
 *
 * @param numbers the numbers as typed, with the international digits that they were read as
 * @param severalCountries whether a list of several countries is doubtful as well
 */
export function doubtfulNumbers(
	numbers: Array<{ typed: string; digits: string }>,
	severalCountries: boolean,
): NumberWithoutCountry[] {
	const unmarked = numbers.filter(({ typed }) => !isMarked(typed)).slice(0, MOST_NUMBERS);
	const codes = new Map(unmarked.map((number) => [callingCodeOf(number.digits), number]));
	const ofSeveral = severalCountries && codes.size > 1 ? [...codes.values()] : [];
	const suspect = unmarked.filter(({ digits }) => isSuspect(digits));
	return [...new Set([...suspect, ...ofSeveral])].map(({ typed, digits }) => ({
		typed,
		country: countryOf(digits),
	}));
}

const isSuspect = (digits: string): boolean =>
	digits.length < FEWEST_USUAL_DIGITS || parsePhoneNumber(`+${digits}`)?.isValid() !== true;

function countryOf(digits: string): string {
	const parsed = parsePhoneNumber(`+${digits}`);
	const code = parsed?.country ?? parsed?.getPossibleCountries()[0];
	const name = (countryNames as Record<string, string>)[code ?? ''];
	return name ?? `+${callingCodeOf(digits) ?? digits.slice(0, 3)}`;
}
