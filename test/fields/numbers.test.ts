import { getCountries } from 'libphonenumber-js/max';
import type { INodePropertyOptions } from 'n8n-workflow';
import {
	areNational,
	defaultCountryField,
	otherReadingHint,
	splitNumbers,
} from '../../nodes/MessagingGateway/fields/numbers';
import { readNumber } from '../../nodes/MessagingGateway/fields/readNumber';

it('Default Country offers every country whose numbers the library knows, in order', () => {
	const [automatic, none, ...countries] = defaultCountryField.options as INodePropertyOptions[];
	expect([automatic?.value, none?.value]).toEqual(['auto', '']);
	expect(countries.map(({ value }) => value).sort()).toEqual([...getCountries()].sort());
	const names = countries.map(({ name }) => name);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
	expect(names).toContain('South Africa (ZA, +27)');
});

describe('splitting numbers', () => {
	it('splits at commas, semicolons and new lines, but not at spaces', () => {
		expect(splitNumbers('+27 82 123 4567, 2783;2784\n2785\r\n ,; 2786')).toEqual([
			'+27 82 123 4567',
			'2783',
			'2784',
			'2785',
			'2786',
		]);
	});

	it('takes an array from an expression, of texts and of numbers', () => {
		expect(splitNumbers(['27821234567', 27831234567, null, ['27841234567, 27851234567']])).toEqual([
			'27821234567',
			'27831234567',
			'27841234567',
			'27851234567',
		]);
	});

	it('takes an object for one entry and not for a list', () => {
		expect(splitNumbers({ mobile: '27821234567', office: '27115550123' })).toEqual([
			'{"mobile":"27821234567","office":"27115550123"}',
		]);
	});

	it.each([[''], [null], [undefined], [[]], [' ;, \n']])('finds none in %j', (value) => {
		expect(splitNumbers(value)).toEqual([]);
	});
});

const read = (typed: string[], country = '') =>
	typed.map((recipient) => ({ recipient, ...readNumber(recipient, country) }));

it('a hint names another reading', () => {
	expect(otherReadingHint(read(['447911123456', '4915127926055'], 'DE'))).toBe(
		"Read as numbers of the 'Default Country', but valid in another country too: 447911123456 (+49447911123456, or +447911123456). Write numbers of other countries with '+'.",
	);
	expect(otherReadingHint(read(['27821111110', '447911123456'], 'ZA'))).toBeUndefined();
});

describe('numbers that say no country', () => {
	const VALID = ['27821111110', '27821111111', '27821111112', '27821111113'];
	const NATIONAL = '082 111 1114';

	it.each<[string, string[], boolean, string]>([
		['one in five is valid nowhere', [...VALID, NATIONAL], true, ''],
		['one in six is valid nowhere', [...VALID, '27821111115', NATIONAL], false, ''],
		['one of two is valid nowhere', ['27821111110', NATIONAL], true, ''],
		['there is one only', [NATIONAL], false, ''],
		['the others say theirs', ['+27821111110', '0027821111111', NATIONAL], false, ''],
		['one is no number at all', ['27821111110', 'Thandi', '12', ''], false, ''],
		['a country is set', ['27821111110', '1 555 555 0123'], false, 'ZA'],
	])('if %s: %j are national: %j', (_, typed, expected, country) => {
		expect(areNational(read(typed, country))).toBe(expected);
	});
});
