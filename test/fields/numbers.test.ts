import { getCountries } from 'libphonenumber-js/max';
import { otherReadingHint, splitNumbers } from '../../nodes/MessagingGateway/fields/numbers';
import { readNumber } from '../../nodes/MessagingGateway/fields/readNumber';
import COUNTRIES from '../../nodes/MessagingGateway/fields/countries.json';

it('Default Country offers every country whose numbers the library knows, in order', () => {
	expect(Object.keys(COUNTRIES).sort()).toEqual([...getCountries()].sort());
	const names: string[] = Object.values(COUNTRIES);
	expect(names).toEqual([...names].sort((one, other) => one.localeCompare(other, 'en')));
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

it.each<[string, string[], string | undefined]>([
	[
		'another reading',
		['447911123456', '4915127926055'],
		"Read as numbers of the 'Default Country', but valid in another country too: 447911123456 (+49447911123456, or +447911123456). Write numbers of other countries with '+'.",
	],
	['nothing of numbers with one reading', ['4915127926055'], undefined],
])('a hint names %s', (_, typed, hint) => {
	const rows = typed.map((recipient) => ({
		recipient,
		defaultCountry: 'DE',
		...readNumber(recipient, 'DE'),
	}));
	expect(otherReadingHint(rows)).toBe(hint);
});
