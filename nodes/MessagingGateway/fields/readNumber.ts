import { MIN_DIGITS } from '../gateway/specification/limits';
import {
	callingCodeOf,
	callingCodeOfCountry,
	fromCountry,
	hasRightLength,
	isTooShortIn,
	isValid,
	nameOfCountry,
	withMobileLength,
	withoutTrunkZero,
} from './numberingPlans';

export interface NumberReading {
	/** In the gateway's form; null if there is a problem. */
	number: string | null;
	/** A number of another country that a national number could also be; in the gateway's form. */
	otherReading?: string;
	/** Whether nothing says its country: no `+`, no `00`, and no country is set. */
	isUnmarked?: true;
	problem?: string;
}

/** Spaces, dots, dashes, brackets, and invisible marks that are copied from address books. */
const PUNCTUATION =
	/[\s.()[\]\-\u00AD\u2010-\u2015\u2212\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g;
/** Digits as they are dialled: an international number behind a plus sign or an exit code at most. */
const DIALLED = /^(\+)?(\d{1,19})$/;
/** A number that a spreadsheet wrote as an amount. */
const AMOUNT = /^(\+?\d+)\.0+$/;
/** The trunk zero that a country code replaces, as in +27 (0)82 123 4567. */
const TRUNK_ZERO = /(?<=\d\s*)\(0\)/;
/** Most digits of an international number (E.164). */
const MAX_DIGITS = 15;

/**
 * Brings a number to the gateway's form: international digits without a plus sign (protocol, "Common
 * conventions"). A number that could also be read as another person's is a problem.
 *
 * With `+` it is taken at its word. Behind `00` its length is enough. Without either it must be valid: as
 * a number of the country with its code, else as a national one, else as one of another country. What
 * begins as a number of the country, and has the length of its mobile numbers, comes last.
 *
 * @param country ISO code of the country whose national numbers are recognised; '' for none
 */
export function readNumber(typed: string, country = ''): NumberReading {
	// Spreadsheets put an apostrophe before a number that is to stay a text.
	const written = typed.trim().replace(/^'/, '').replace(AMOUNT, '$1');
	const plain = written.replace(TRUNK_ZERO, '').replace(PUNCTUATION, '');
	const [, plus, digits] = DIALLED.exec(plain) ?? [];
	if (digits === undefined) return refused(notDialled(plain));
	if (TRUNK_ZERO.test(written)) return withTrunkZero(written);
	const reading = plus ? withPlus(digits) : withoutPlus(digits, country);
	const { length } = reading.number ?? digits.replace(/^00/, '');
	if (length > MAX_DIGITS) return refused('The number is too long for a telephone number');
	const isMarked = plus !== undefined || digits.startsWith('00');
	const isNational = country !== '' && !isMarked && reading.number === null;
	if (isNational && isTooShortIn(digits, country))
		return refused(`The number is too short for one of ${nameOfCountry(country)}`);
	if (length < MIN_DIGITS) return refused('The number is too short for a telephone number');
	return country === '' && !isMarked ? { isUnmarked: true, ...reading } : reading;
}

const refused = (problem: string): NumberReading => ({ number: null, problem });

const withPlus = (digits: string): NumberReading =>
	callingCodeOf(digits) === undefined
		? refused("'+' is not followed by a country code")
		: { number: withoutTrunkZero(digits) ?? digits };

function withoutPlus(dialled: string, country: string): NumberReading {
	const hasExitCode = dialled.startsWith('00');
	const digits = hasExitCode ? dialled.slice(2) : dialled;
	const isOwn = country !== '' && digits.startsWith(callingCodeOfCountry(country));
	if (isOwn && isValid(digits)) return { number: digits };
	const hasCode = hasExitCode || isOwn;
	const international = hasCode ? withoutTrunkZero(digits) : validOrNone(digits);
	const national = country === '' ? undefined : fromCountry(dialled, country);
	const number = national ?? international ?? ofRightLength(dialled, country);
	if (number === undefined) return refused(notValid(country));
	if (international === undefined || international === number) return { number };
	return hasCode ? refused(NOT_CLEAR) : { number, otherReading: international };
}

const validOrNone = (digits: string): string | undefined => (isValid(digits) ? digits : undefined);

function ofRightLength(dialled: string, country: string): string | undefined {
	if (!dialled.startsWith('00'))
		return country === '' ? undefined : withMobileLength(dialled, country);
	const digits = dialled.slice(2);
	return hasRightLength(digits) ? digits : undefined;
}

/** Some countries keep the zero, so it must be clear whether the number has it. */
function withTrunkZero(written: string): NumberReading {
	const readings = [written.replace(TRUNK_ZERO, ''), written].map(withoutMark).filter(isValid);
	const [number] = readings;
	return number !== undefined && readings.length === 1 ? { number } : refused(NOT_CLEAR);
}

const withoutMark = (written: string): string =>
	written.replace(PUNCTUATION, '').replace(/^(?:\+|00)/, '');

const NOT_CLEAR =
	"It is not clear which number is meant; write it as it is dialled from abroad, with '+'";

const notValid = (country: string): string =>
	country === ''
		? "The number is not a valid international number; write it with '+' and its country code, or set 'Default Country'"
		: `The number is not valid in ${nameOfCountry(country)}, nor as an international number; write it with '+' and its country code`;

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
