import {
	getCountries,
	getCountryCallingCode,
	Metadata,
	parsePhoneNumberFromString,
	type CountryCode,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';

/** What the library knows of the numbers of countries. Its types leave these methods out. */
interface NumberingPlans {
	hasCallingCode(code: string): boolean;
	getCountryCodesForCallingCode(code: string): string[] | undefined;
	selectNumberingPlan(countryOrCallingCode: string): void;
	nationalNumberPattern(): string;
	numberingPlan: { nationalPrefix(): string | 0 };
	type(name: string): { pattern(): string; possibleLengths(): number[] } | undefined;
}

const TYPES = [
	'FIXED_LINE',
	'MOBILE',
	'PREMIUM_RATE',
	'TOLL_FREE',
	'SHARED_COST',
	'VOIP',
	'PERSONAL_NUMBER',
	'PAGER',
	'UAN',
	'VOICEMAIL',
];

const plans = new Metadata(metadata) as unknown as NumberingPlans;
const patterns = new Map<string, RegExp>();

/**
 * Whether international digits are a number of a country as they are, without a trunk zero. The library
 * says the same, but takes 10 microseconds or more for each number.
 */
export function isValid(digits: string): boolean {
	const code = callingCodeOf(digits);
	if (code === undefined) return false;
	let pattern = patterns.get(code);
	if (!pattern) {
		// Satellite networks and the like have a code without a country.
		const owners = plans.getCountryCodesForCallingCode(code) ?? [code];
		pattern = new RegExp(`^${code}(?:${owners.map(nationalPattern).join('|')})`);
		patterns.set(code, pattern);
	}
	return pattern.test(digits);
}

function nationalPattern(countryOrCallingCode: string): string {
	plans.selectNumberingPlan(countryOrCallingCode);
	const types = TYPES.flatMap((name) => {
		const type = plans.type(name);
		if (!type?.pattern()) return [];
		const lengths = type.possibleLengths().map((length) => `\\d{${length}}`);
		return [`(?=(?:${lengths.join('|')})$)(?:${type.pattern()})$`];
	});
	return `(?=(?:${plans.nationalNumberPattern()})$)(?:${types.join('|')})`;
}

/** The country code that international digits begin with; no code is the beginning of another. */
export const callingCodeOf = (digits: string): string | undefined =>
	[1, 2, 3].map((length) => digits.slice(0, length)).find((code) => plans.hasCallingCode(code));

const names = new Intl.DisplayNames('en', { type: 'region' });

/** The ISO codes of the countries whose numbers are known. */
export const countryCodes = (): string[] => getCountries(metadata);

/** The name of a country by its ISO code. */
export const nameOfCountry = (country: string): string => names.of(country) ?? country;

/** The digits with which international numbers of a country begin, e.g. 27 for ZA. */
export const callingCodeOfCountry = (country: string): string =>
	getCountryCallingCode(country as CountryCode, metadata);

/**
 * Brings digits to international form, if they are a valid number as dialled in a country: national, or
 * behind the country's own exit code. Takes 10 microseconds or more.
 */
export const fromCountry = (digits: string, country: string): string | undefined =>
	parsed(digits, country);

/**
 * Brings digits to international form, if they begin with the code of a country or its trunk zero and have
 * the length of its mobile numbers. Their range need not be known: new ones are assigned every month.
 */
export function withMobileLength(digits: string, country: string): string | undefined {
	const { national, lengths } = asMobile(digits, country);
	const fits = national?.length === Math.max(...lengths);
	return fits ? callingCodeOfCountry(country) + national : undefined;
}

/** Whether digits begin as a number of a country, and are fewer than those of its mobile numbers. */
export function isTooShortIn(digits: string, country: string): boolean {
	const { national, lengths } = asMobile(digits, country);
	return national !== undefined && national.length < Math.min(...lengths);
}

/** What follows the code of a country or its trunk zero, and how long its mobile numbers may be. */
function asMobile(digits: string, country: string) {
	plans.selectNumberingPlan(country);
	const trunkZero = plans.numberingPlan.nationalPrefix() === '0' ? ['0'] : [];
	const beginnings = [callingCodeOfCountry(country), ...trunkZero];
	const beginning = beginnings.find((one) => digits.startsWith(one));
	const rest = beginning && digits.slice(beginning.length);
	const hasSecondZero = trunkZero.length > 0 && rest?.startsWith('0');
	return {
		national: hasSecondZero ? undefined : rest,
		lengths: plans.type('MOBILE')?.possibleLengths() ?? [],
	};
}

/** The valid number that international digits are, without a trunk zero behind the country code. */
export function withoutTrunkZero(digits: string): string | undefined {
	if (isValid(digits)) return digits;
	const hasZero = digits[callingCodeOf(digits)?.length ?? 0] === '0';
	return hasZero ? parsed(`+${digits}`) : undefined;
}

/** Whether a number of their country can have so many digits. */
export function hasRightLength(digits: string): boolean {
	const number = parsePhoneNumberFromString(`+${digits}`, metadata);
	return number?.number === `+${digits}` && number.isPossible();
}

function parsed(text: string, country?: string): string | undefined {
	const options = country === undefined ? {} : { defaultCountry: country as CountryCode };
	const number = parsePhoneNumberFromString(text, options, metadata);
	return number?.isValid() ? number.number.slice(1) : undefined;
}
