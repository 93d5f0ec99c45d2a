import parsePhoneNumber, {
	getCountries,
	getCountryCallingCode,
	isSupportedCountry,
	type CountryCode,
} from 'libphonenumber-js/max';
import { splitList } from './lists';

/** A number in the gateway's form, unless there is a problem with it. */
export interface NumberReading {
	number: string;
	problem?: string;
}

/** Splits numbers from a person or an expression at commas, semicolons and line breaks. */
export const splitNumbers = (value: unknown): string[] => splitList(value, /[,;\r\n]+/);

/** Least digits at the end of a number that can identify it. */
export const MIN_DIGITS = 7;
/** Spaces, dots, dashes, brackets, and invisible marks that are copied from address books. */
const PUNCTUATION =
	/[\s.()[\]\-\u00AD\u2010-\u2015\u2212\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** E.164: at most 15 digits, the first of a country code is never 0. */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;
/** A number that a spreadsheet wrote as an amount. */
const SPREADSHEET = /^(\+?\d{7,15})\.0{1,9}$/;
/** The trunk zero that a country code replaces, as in +27 (0)82 123 4567. */
const TRUNK_ZERO = /\(0\)/;

/**
 * Brings a number to the gateway's form: international digits without a plus sign (protocol, "Common
 * conventions"). A number that could also be read as another person's is a problem.
 *
 * @param defaultCountry ISO code of the country whose national numbers are recognised: a number that
 * has neither `+` nor `00` before it and is valid there is read as national.
 */
export function readNumber(typed: string, defaultCountry = ''): NumberReading {
	const written = typed.trim().replace(SPREADSHEET, '$1');
	const hasTrunkZero = TRUNK_ZERO.test(written);
	const plain = written.replace(TRUNK_ZERO, '').replace(PUNCTUATION, '');
	const isInternational = isMarked(typed);
	const digits = plain.replace(/^(?:\+|00)/, '');
	const country = countryOf(defaultCountry);
	if (!isInternational && country === null) {
		return {
			number: digits,
			problem: `'Default Country' is "${defaultCountry.slice(0, 20)}", which is not the code of a country, such as ZA`,
		};
	}
	const national = isInternational || !country ? undefined : nationalNumber(digits, country);
	const number = national ?? withoutTrunkZero(digits, hasTrunkZero);
	if (number !== undefined && INTERNATIONAL.test(number)) return { number };
	return { number: digits, problem: problemOf(number, country ?? undefined) };
}

/** Whether a number begins with `+` or `00`, and so says itself that a country code follows. */
export const isMarked = (typed: string): boolean =>
	/^(?:\+|00)/.test(typed.replace(PUNCTUATION, ''));

/** Undefined for an empty code, null for a code that no country has. */
function countryOf(code: string): CountryCode | undefined | null {
	const country = code.trim().toUpperCase();
	if (country === '') return undefined;
	return isSupportedCountry(country) ? country : null;
}

function nationalNumber(digits: string, country: CountryCode): string | undefined {
	if (!/^\d+$/.test(digits)) return undefined;
	const parsed = parsePhoneNumber(digits, country);
	return parsed?.isValid() ? parsed.number.slice(1) : undefined;
}

/**
 * Removes a zero that belongs to the national form only from international digits. Some countries keep
 * it, so it is removed only if the number is valid without it and not with it. One in brackets is removed
 * already. Undefined if it is unclear which number is meant.
 */
function withoutTrunkZero(digits: string, wasMarked: boolean): string | undefined {
	const code = callingCodeOf(digits);
	if (wasMarked) {
		if (code === undefined) return undefined;
		const kept = `${code}0${digits.slice(code.length)}`;
		if (isValid(digits) === isValid(kept)) return undefined;
		return isValid(digits) ? digits : kept;
	}
	// Checking every number would take longer than all the rest.
	if (code === undefined || digits[code.length] !== '0') return digits;
	const bare = code + digits.slice(code.length).replace(/^0+/, '');
	return isValid(bare) && !isValid(digits) ? bare : digits;
}

/** Whether these digits are a number unchanged: the library itself removes a trunk zero. */
function isValid(digits: string): boolean {
	const parsed = parsePhoneNumber(`+${digits}`);
	return parsed?.isValid() === true && parsed.number === `+${digits}`;
}

let callingCodes: Set<string> | undefined;

/** The country code that international digits begin with; no code is the beginning of another. */
export function callingCodeOf(digits: string): string | undefined {
	callingCodes ??= new Set(getCountries().map((country) => getCountryCallingCode(country)));
	return [1, 2, 3].map((length) => digits.slice(0, length)).find((code) => callingCodes?.has(code));
}

/** The digits with which international numbers of a country begin, e.g. 27 for ZA. */
export const callingCodeOfCountry = (country: string): string =>
	getCountryCallingCode(country as CountryCode);

function problemOf(number: string | undefined, country: CountryCode | undefined): string {
	if (number === undefined) {
		return 'The zero in brackets is not clear; write the number as it is dialled from abroad';
	}
	if (number === '') return 'The number has no digits';
	const [foreign] = /[^\d]{1,20}/.exec(number) ?? [];
	if (foreign !== undefined) return `The number holds "${foreign}", which no number has`;
	if (number.startsWith('0')) {
		return country
			? `The number is neither in international format nor a valid number of the 'Default Country' ${country}`
			: "The number is not in international format; write it with its country code or set 'Default Country'";
	}
	return 'The number does not have the 7 to 15 digits of an international number';
}
