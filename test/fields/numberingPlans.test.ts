import fc from 'fast-check';
import {
	getCountries,
	getCountryCallingCode,
	Metadata,
	parsePhoneNumberFromString,
	type CountryCode,
} from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/metadata.max.json';
import examples from 'libphonenumber-js/mobile/examples';
import { isValid } from '../../nodes/MessagingGateway/fields/numberingPlans';
import { readNumber } from '../../nodes/MessagingGateway/fields/readNumber';
import { runs } from '../support/runs';

const COUNTRIES = getCountries(metadata);
const codeOf = (country: CountryCode): string => getCountryCallingCode(country, metadata);
const parse = (digits: string) => parsePhoneNumberFromString(`+${digits}`, metadata);

/** Whether the library takes international digits for a number as they are. */
const isNumber = (digits: string): boolean => {
	const parsed = parse(digits);
	return parsed?.isValid() === true && parsed.number === `+${digits}` && digits.length <= 15;
};

/** What the library knows of a country; its types leave it out. */
interface Plan {
	selectNumberingPlan(country: string): void;
	nationalNumberPattern(): string;
	type(name: string): { pattern(): string } | undefined;
}
const plan = new Metadata(metadata) as unknown as Plan;

/** Countries with unusual plans. Numbers that fit the patterns of all take a long time to make. */
const UNUSUAL = ['AR', 'BR', 'CI', 'DE', 'GA', 'IT', 'MX', 'RU', 'SG', 'ZA'];

/** National numbers of a country: the library's example, and some that fit its patterns. */
function nationalNumbers(country: CountryCode): string[] {
	if (runs(10) === 1 && !UNUSUAL.includes(country)) return [examples[country] as string];
	plan.selectNumberingPlan(country);
	const made = ['MOBILE', 'FIXED_LINE'].flatMap((name) => {
		const pattern = plan.type(name)?.pattern();
		if (!pattern) return [];
		return fc.sample(fc.stringMatching(new RegExp(`^(?:${pattern})$`)), { numRuns: 4, seed: 1 });
	});
	const example = examples[country] ?? [];
	return [...new Set([...example, ...made])].filter((one) => isNumber(codeOf(country) + one));
}

/** A number in the forms that say its country code. */
const internationalForms = (number: string): string[] => [
	`+${number}`,
	`00${number}`,
	number,
	parse(number)?.formatInternational() ?? '',
];

/** A number in the forms that are dialled in its country. */
function nationalForms(number: string, national: string): string[] {
	const formatted = parse(number)?.formatNational() ?? '';
	return [formatted, formatted.replace(/\D/g, ''), national];
}

/** Gabon's numbers of seven digits are dialled with a zero, with which they are valid as well. */
const OF_SEVEN_DIGITS = /^GA \d{7}$/;

describe('a number is read in the usual forms', () => {
	it.each(COUNTRIES)('with its own country as default country: %s', (country) => {
		const code = codeOf(country);
		const numbers = nationalNumbers(country);
		expect(numbers.length).toBeGreaterThan(UNUSUAL.includes(country) ? 2 : 0);
		for (const national of numbers) {
			const number = code + national;
			const read = (typed: string) => readNumber(typed, country).number;
			const forms = internationalForms(number);
			expect(forms.map(read)).toEqual(forms.map(() => number));
			if (OF_SEVEN_DIGITS.test(`${country} ${national}`)) continue;
			const dialled = nationalForms(number, national);
			expect(dialled.map(read)).toEqual(dialled.map(() => number));
		}
	});
});

describe('the exit code of a country', () => {
	const exitCodeOf = (country: CountryCode) =>
		(metadata.countries[country] as unknown as string[])[1] as string;
	const countryOfEach = new Map(COUNTRIES.map((country) => [exitCodeOf(country), country]));

	it.each([...countryOfEach])(
		'%s is read or refused, and never cut in the middle: %s',
		(exitCode, country) => {
			const pattern = new RegExp(`^(?:${exitCode})$`);
			for (const exit of fc.sample(fc.stringMatching(pattern), { numRuns: 5, seed: 1 })) {
				// 0055 in Brazil: an exit code, but also 00 and its own country code, which goes first.
				if (exit === `00${codeOf(country)}`) continue;
				for (const number of ['27821234567', '12025550123', '447911123456', '6421123456']) {
					const read = readNumber(`${exit} ${number}`, country).number;
					expect([exit, read ?? number]).toEqual([exit, number]);
				}
			}
		},
	);
});

describe('validity', () => {
	const codes = [...new Set(COUNTRIES.map(codeOf)), '800', '870', '881', '888', '979'];

	it.each([
		['fixed line', '442079460018'],
		['mobile', '447911123456'],
		['premium rate', '449012345678'],
		['toll free', '448001234567'],
		['shared cost', '491805123456'],
		['voice over IP', '445612345678'],
		['personal number', '447012345678'],
		['pager', '447640123456'],
		['company number', '445512345678'],
		['voicemail', '41860123456789'],
	])('holds for each type of number: %s', (_, number) => {
		expect(isValid(number)).toBe(true);
	});

	it('is as the library says', () => {
		const digits = fc
			.tuple(fc.constantFrom(...codes), fc.stringMatching(/^\d{4,12}$/))
			.map((parts) => parts.join(''));
		fc.assert(
			fc.property(digits, (number) => {
				expect([number, isValid(number)]).toEqual([number, isNumber(number) || isLonger(number)]);
			}),
			{ numRuns: 2000 },
		);
	});

	/** Some numbers of some countries are longer than E.164 has it. */
	const isLonger = (digits: string): boolean => digits.length > 15 && isValid(digits);
});
