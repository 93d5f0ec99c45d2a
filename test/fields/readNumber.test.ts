import fc from 'fast-check';
import { readNumber } from '../../nodes/MessagingGateway/fields/readNumber';

describe('reading a number', () => {
	it.each([
		['27821234567', '27821234567'],
		['+27821234567', '27821234567'],
		['0027821234567', '27821234567'],
		['+27 (82) 123-45.67', '27821234567'],
		['\u202A+27\u00A082\u2011123\u20134567\u202C', '27821234567'],
		['+1 [202] 555 0123', '12025550123'],
		['+683 4000', '6834000'],
		// A satellite telephone: the code is of no country.
		['+8821 650 123456', '8821650123456'],
		// With a plus sign a number need not be known to be valid.
		['+27 99 999 9999', '27999999999'],
		['0027 99 999 9999', '27999999999'],
		// As a spreadsheet writes it.
		['27821234567.0', '27821234567'],
		['+27821234567.00', '27821234567'],
		['+27 82 123.0000', '27821230000'],
		["'+27821234567", '27821234567'],
		["'27821234567.0", '27821234567'],
		// The trunk zero, which a country code replaces.
		['+27 (0)82 123 4567', '27821234567'],
		['0027 (0) 82 123 4567', '27821234567'],
		['27(0)821234567', '27821234567'],
		['27 (0)82 100 4567', '27821004567'],
		['+44 (0)20 7946 0018', '442079460018'],
		['+27 082 123 4567', '27821234567'],
		['0027 082 123 4567', '27821234567'],
		// Italy keeps its zero.
		['+39 06 6982 1234', '390669821234'],
		['+39 (0)6 6982 1234', '390669821234'],
	])('reads %s as %s', (typed, number) => {
		expect(readNumber(typed).number).toBe(number);
	});

	const NOT_INTERNATIONAL =
		"The number is not a valid international number; write it with '+' and its country code, or set 'Default Country'";

	it.each([
		['082 123 4567', NOT_INTERNATIONAL],
		['(0)82 123 4567', NOT_INTERNATIONAL],
		// It lost its zero in a spreadsheet; 82 is South Korea.
		['825550005', NOT_INTERNATIONAL],
		['(415) 555-2671', NOT_INTERNATIONAL],
		['27 99 999 9999', NOT_INTERNATIONAL],
		['991234567890', NOT_INTERNATIONAL],
		// The exit code of another country.
		['0011 27 82 123 4567', NOT_INTERNATIONAL],
		['0011 20 2555 0123', NOT_INTERNATIONAL],
		['011 27 82 123 4567', NOT_INTERNATIONAL],
		['+0821234567', "'+' is not followed by a country code"],
		['+999 82 123 4567', "'+' is not followed by a country code"],
		['12345', 'The number is too short for a telephone number'],
		['12345.0', 'The number is too short for a telephone number'],
		['1234567890123456', 'The number is too long for a telephone number'],
		['1234567890123456.0', 'The number is too long for a telephone number'],
		['+12345', 'The number is too short for a telephone number'],
		['0012345', 'The number is too short for a telephone number'],
		['27-82-CALL-ME', 'The number holds "CALLME", which no number has'],
		['+27+82', 'The number holds "+", which no number has'],
		['+27 82 123 4567 (home)', 'The number holds "home", which no number has'],
		['+', 'The number has no digits'],
		['the number of Jan', 'The number holds "thenumberofJan", which no number has'],
		['27821234567 ext 4', 'The number holds "ext", which no number has'],
		['2.7e+20', 'The number holds "e+", which no number has'],
		['082/123 4567', 'The number holds "/", which no number has'],
		['tel:+27821234567', 'The number holds "tel:+", which no number has'],
		['---', 'The number has no digits'],
		['{"name":"Thandi"}', 'This is an object and not a number; choose one of its values'],
		['{"a":"27821234567"}', 'This is an object and not a number; choose one of its values'],
	])('refuses %s', (typed, problem) => {
		expect(readNumber(typed)).toMatchObject({ number: null, problem });
	});

	it.each([
		['082 123 4567 / 083 123 4567'],
		['27821234567 and 27831234567'],
		['27821234567 27831234567'],
		['+27821234567 +27831234567'],
		['082 123 4567 & 083 123 4567'],
	])('says of %s that several numbers are separated by commas', (typed) => {
		expect(readNumber(typed, 'ZA')).toEqual({
			number: null,
			problem: 'This looks like several numbers; separate numbers by commas',
		});
	});

	it.each([
		// The zero may belong to the number in Lecco, or not to that of a mobile telephone.
		['+39 (0)341 234567', ''],
		['+2 (0)1 1234567', ''],
		['+99 (0)82 123 4567', ''],
		// Behind 001 a number of Singapore, or behind 00 one of the United States.
		['001 65 9456 9175', 'SG'],
		// A trunk zero behind the own code, or a landline near Cloppenburg.
		['4906463081', 'DE'],
	])(
		'refuses %s with default country %j, as it is not clear which number is meant',
		(typed, country) => {
			expect(readNumber(typed, country)).toEqual({
				number: null,
				problem:
					"It is not clear which number is meant; write it as it is dialled from abroad, with '+'",
			});
		},
	);

	it.each([
		['082 123 4567', 'ZA', '27821234567'],
		['82 123 4567', 'ZA', '27821234567'],
		['(0)82 123 4567', 'ZA', '27821234567'],
		['27821234567', 'ZA', '27821234567'],
		['27 082 123 4567', 'ZA', '27821234567'],
		['+44 7911 123456', 'ZA', '447911123456'],
		['00447911123456', 'ZA', '447911123456'],
		['447911123456', 'ZA', '447911123456'],
		['(202) 555-0123', 'US', '12025550123'],
		['1 202 555 0123', 'US', '12025550123'],
		// The own code is not read as an area code.
		['4915127926055', 'DE', '4915127926055'],
		['015127926055', 'DE', '4915127926055'],
		['49 0151 27926055', 'DE', '4915127926055'],
		['6281234567890', 'ID', '6281234567890'],
		['081234567890', 'ID', '6281234567890'],
		['38343201234', 'XK', '38343201234'],
		['043 201 234', 'XK', '38343201234'],
		// The exit code of the country.
		['0011 27 82 123 4567', 'AU', '27821234567'],
		['0027 82 123 4567', 'AU', '27821234567'],
		['011 27 82 123 4567', 'US', '27821234567'],
		['010 27 82 123 4567', 'JP', '27821234567'],
		['8 10 49 1512 7926055', 'RU', '4915127926055'],
		['0015 27 82 123 4567', 'BR', '27821234567'],
		// Where a trunk prefix is not a zero.
		['8 912 345 67 89', 'RU', '79123456789'],
		['06 20 123 4567', 'HU', '36201234567'],
		['011 15-2345-6789', 'AR', '5491123456789'],
		['0341 234567', 'IT', '390341234567'],
		// As a spreadsheet writes it.
		['821234567.0', 'ZA', '27821234567'],
		["'0821234567", 'ZA', '27821234567'],
		// Of a range that is not known: with the country code or the trunk zero, and the length of mobile numbers.
		['27590001234', 'ZA', '27590001234'],
		['059 000 1234', 'ZA', '27590001234'],
		['0 999 999 999', 'ZA', '27999999999'],
		// Valid as it is, and one digit shorter than a mobile number of Brazil.
		['27821234567', 'BR', '27821234567'],
	])('reads %s with default country %s as %s', (typed, country, number) => {
		expect(readNumber(typed, country)).toEqual({ number });
	});

	it.each([
		['447911123456', 'DE', '49447911123456', '447911123456'],
		['15127926055', 'DE', '4915127926055', '15127926055'],
		['321 1234567', 'CO', '573211234567', '3211234567'],
	])('reads %s in %s as national, and gives the other reading', (typed, country, number, other) => {
		expect(readNumber(typed, country)).toEqual({ number, otherReading: other });
	});

	const NOT_IN = (country: string) =>
		`The number is not valid in ${country}, nor as an international number; write it with '+' and its country code`;

	it.each([
		['1 555 555 0123', 'ZA', NOT_IN('South Africa')],
		['0011 27 82 123 4567', 'ZA', NOT_IN('South Africa')],
		['099 999 99999', 'ZA', NOT_IN('South Africa')],
		// Without the trunk zero it could be one of another country.
		['590001234', 'ZA', NOT_IN('South Africa')],
		// A trunk zero behind the country code.
		['27 059 000 1234', 'ZA', NOT_IN('South Africa')],
		// Italy has no trunk zero.
		['0391 234 567', 'PA', NOT_IN('Panama')],
		['082 12', 'ZA', 'The number is too short for one of South Africa'],
		['+27 82', 'ZA', 'The number is too short for a telephone number'],
		['071 234 567', 'KE', 'The number is too short for one of Kenya'],
	])('refuses %s with default country %s', (typed, country, problem) => {
		expect(readNumber(typed, country)).toEqual({ number: null, problem });
	});

	it.each([
		['27821234567', '', true],
		['082 123 4567', '', true],
		['27821234567', 'ZA', undefined],
		['082 12', '', undefined],
		['+27 82 123 4567', '', undefined],
		['(+27) 82 123 4567', '', undefined],
		['00 27 82 123 4567', '', undefined],
		['27 (0)82 123 4567', '', undefined],
		['Thandi', '', undefined],
	])('%s with default country %j says no country: %j', (typed, country, isUnmarked) => {
		expect(readNumber(typed, country).isUnmarked).toBe(isUnmarked);
	});

	it('gives digits or a problem, whatever is typed', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'grapheme' }),
				fc.constantFrom('', 'ZA', 'US'),
				(typed, country) => {
					const { number, problem } = readNumber(typed, country);
					if (problem === undefined) expect(number).toMatch(/^[1-9][0-9]{6,14}$/);
					else expect(number).toBeNull();
				},
			),
		);
	});

	it('reads its own result as itself', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[1-9][0-9]{6,14}$/), (digits) => {
				const { number } = readNumber(`+${digits}`);
				fc.pre(number !== null);
				expect(readNumber(`+${number}`)).toEqual({ number });
			}),
		);
	});
});
