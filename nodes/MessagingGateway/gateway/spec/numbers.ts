import parsePhoneNumber, { type CountryCode } from 'libphonenumber-js/max';
import { splitList } from './lists';

/** A number as the gateway takes it, or why it cannot be one. */
export type NumberReading =
	{ number: string; problem?: undefined } | { number: string; problem: string };

/** Splits what a person typed, or an expression gave, at commas, semicolons and line breaks. */
export const splitNumbers = (value: unknown): string[] => splitList(value, /[,;\r\n]+/);

/** Spaces, dots, dashes, brackets, and the invisible marks that come along from address books. */
const PUNCTUATION =
	/[\s.()[\]\-\u00AD\u2010-\u2015\u2212\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;

/** E.164: at most 15 digits, the first of a country code is never 0. */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;

/**
 * Brings a number to the gateway's form: international digits without a plus sign (spec, "Common
 * conventions").
 *
 * @param defaultCountry ISO code of the country whose national numbers are recognised: what has
 * neither `+` nor `00` before it and is valid there is taken for national.
 */
export function readNumber(typed: string, defaultCountry?: string): NumberReading {
	const plain = typed.replace(PUNCTUATION, '');
	const international = /^(?:\+|00)/.test(plain);
	const digits = plain.replace(/^(?:\+|00)/, '');
	const number = (!international && nationalNumber(digits, defaultCountry)) || digits;
	if (INTERNATIONAL.test(number)) return { number };
	return { number, problem: problemOf(number) };
}

function nationalNumber(digits: string, country?: string): string | undefined {
	if (!country || !/^\d+$/.test(digits)) return undefined;
	const parsed = parsePhoneNumber(digits, country.toUpperCase() as CountryCode);
	return parsed?.isValid() ? parsed.number.slice(1) : undefined;
}

function problemOf(number: string): string {
	if (!/^\d+$/.test(number)) return 'The number holds something other than digits';
	if (number.startsWith('0')) {
		return "The number is not in international format; write it with its country code or set 'Default Country'";
	}
	return 'The number does not have the 7 to 15 digits of an international number';
}
