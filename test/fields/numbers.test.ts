import { getCountries } from 'libphonenumber-js/max';
import { countryHints, splitNumbers } from '../../nodes/MessagingGateway/fields/numbers';
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

it.each<[string, string[], string, string | undefined]>([
	[
		'another reading',
		['447911123456', '4915127926055'],
		'DE',
		"Read as numbers of the 'Default Country', but valid in another country too: 447911123456 (+49447911123456, or +447911123456). Write numbers of other countries with '+'.",
	],
	[
		'numbers of several countries, one of each',
		['2015550123', '3225550123', '27821111110', '27821111111', '447911123456', '12'],
		'',
		"Numbers without '+' were read as those of several countries: 2015550123 (+20), 3225550123 (+32), 27821111111 (+27) and 1 more. If that is not meant, set 'Default Country', or write them with '+' and the country code.",
	],
	[
		'nothing of numbers of one country',
		['27821111110', '27821111111', '+447911123456'],
		'',
		undefined,
	],
	['nothing of numbers read by a country', ['27821111110', '447911123456'], 'ZA', undefined],
])('a hint names %s', (_, typed, defaultCountry, hint) => {
	const rows = typed.map((recipient) => ({
		recipient,
		defaultCountry,
		...readNumber(recipient, defaultCountry),
	}));
	expect(countryHints(rows).filter((one) => one !== undefined)).toEqual(hint ? [hint] : []);
});
