import type { CountryCode } from 'libphonenumber-js/core';
import { MIN_DIGITS } from '../gateway/specification/limits';
import {
	callingCodeOf,
	callingCodeOfCountry,
	fromCountry,
	hasRightLength,
	isValid,
	withoutTrunkZero,
} from './numberingPlans';

/** What a number was read as, or the problem with it. */
export interface NumberReading {
	/** In the gateway's form; null if there is a problem. */
	number: string | null;
	/** A number of another country that a national number could also be; in the gateway's form. */
	otherReading?: string;
	problem?: string;
}

/** Spaces, dots, dashes, brackets, and invisible marks that are copied from address books. */
const PUNCTUATION =
	/[\s.()[\]\-\u00AD\u2010-\u2015\u2212\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** Digits as they are dialled: an international number behind a plus sign or an exit code at most. */
const DIALLED = /^(\+)?(\d{1,19})$/;
/** E.164: at most 15 digits, the first of a country code is never 0. */
const INTERNATIONAL = /^[1-9]\d{6,14}$/;
/** A number that a spreadsheet wrote as an amount. */
const SPREADSHEET = /^(\+?\d{7,15})\.0{1,9}$/;
/** The trunk zero that a country code replaces, as in +27 (0)82 123 4567. */
const TRUNK_ZERO = /(?<=\d\s*)\(0\)/;

const NOT_CLEAR =
	"It is not clear which number is meant; write it as it is dialled from abroad, with '+'";

/**
 * Brings a number to the gateway's form: international digits without a plus sign (protocol, "Common
 * conventions"). A number that could also be read as another person's is a problem.
 *
 * With `+` it is taken at its word. Without, it must be a valid number: of the default country with its
 * code, else a national one, else one of another country. Behind `00` its length is enough.
 *
 * @param defaultCountry ISO code of the country whose national numbers are recognised, one of
 * `countries.json`; '' for none
 */
export function readNumber(typed: string, defaultCountry = ''): NumberReading {
	const written = typed.trim().replace(SPREADSHEET, '$1');
	const plain = written.replace(TRUNK_ZERO, '').replace(PUNCTUATION, '');
	const [, plus, digits] = DIALLED.exec(plain) ?? [];
	if (digits === undefined) return refused(notDialled(plain));
	if (TRUNK_ZERO.test(written)) return withTrunkZero(written);
	if (plus) return withPlus(digits);
	return withoutPlus(digits, defaultCountry === '' ? undefined : (defaultCountry as CountryCode));
}

const refused = (problem: string): NumberReading => ({ number: null, problem });

function withPlus(digits: string): NumberReading {
	if (callingCodeOf(digits) === undefined) return refused("'+' is not followed by a country code");
	const number = withoutTrunkZero(digits) ?? digits;
	return INTERNATIONAL.test(number) ? { number } : refused(WRONG_LENGTH);
}

function withoutPlus(dialled: string, country?: CountryCode): NumberReading {
	const hasExitCode = dialled.startsWith('00');
	const digits = hasExitCode ? dialled.slice(2) : dialled;
	const isOwn = country !== undefined && digits.startsWith(callingCodeOfCountry(country));
	if (isOwn && isValid(digits)) return { number: digits };
	const hasCode = hasExitCode || isOwn;
	const international = hasCode ? withoutTrunkZero(digits) : validOrNone(digits);
	const national = country && fromCountry(dialled, country);
	const known = national ?? international;
	const number = known ?? (hasExitCode && hasRightLength(digits) ? digits : undefined);
	if (number === undefined || !INTERNATIONAL.test(number))
		return refused(notValid(digits, country));
	if (international === undefined || international === number) return { number };
	return hasCode ? refused(NOT_CLEAR) : { number, otherReading: international };
}

const validOrNone = (digits: string): string | undefined => (isValid(digits) ? digits : undefined);

/** Some countries keep the zero, so it must be clear whether the number has it. */
function withTrunkZero(written: string): NumberReading {
	const readings = [written.replace(TRUNK_ZERO, ''), written].map(withoutMark).filter(isValid);
	const [number] = readings;
	return number !== undefined && readings.length === 1 ? { number } : refused(NOT_CLEAR);
}

const withoutMark = (written: string): string =>
	written.replace(PUNCTUATION, '').replace(/^(?:\+|00)/, '');

/** Whether a number begins with `+` or `00`, and so says itself that a country code follows. */
export const isMarked = (typed: string): boolean =>
	/^(?:\+|00)/.test(typed.replace(PUNCTUATION, ''));

const WRONG_LENGTH = 'The number does not have the 7 to 15 digits of an international number';

function notValid(digits: string, country?: CountryCode): string {
	if (digits.length < MIN_DIGITS || digits.length > 15) return WRONG_LENGTH;
	return country
		? `The number is not valid in the 'Default Country' ${country}, nor as an international number; write it with '+' and its country code`
		: "The number is not a valid international number; write it with '+' and its country code, or set 'Default Country'";
}

function notDialled(plain: string): string {
	if (plain.startsWith('{')) return 'This is an object and not a number; choose one of its values';
	const numbers = plain.match(/\d{7,}/g) ?? [];
	if (numbers.length > 1 || /\d{20}/.test(plain)) {
		return 'This looks like several numbers; separate numbers by commas';
	}
	const [foreign] = /[^\d]{1,20}/.exec(plain.replace(/^\+/, '')) ?? [];
	return foreign === undefined
		? 'The number has no digits'
		: `The number holds "${foreign}", which no number has`;
}
