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
		expect(readNumber(typed)).toEqual({ number });
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
		['12345', 'The number does not have the 7 to 15 digits of an international number'],
		['1234567890123456', 'The number does not have the 7 to 15 digits of an international number'],
		['+12345', 'The number does not have the 7 to 15 digits of an international number'],
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
		expect(readNumber(typed)).toEqual({ number: null, problem });
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

	it.each(['099 999 9999', '1 555 555 0123', '0011 27 82 123 4567'])(
		'refuses %s, which is valid nowhere',
		(typed) => {
			expect(readNumber(typed, 'ZA').problem).toBe(
				"The number is not valid in the 'Default Country' ZA, nor as an international number; write it with '+' and its country code",
			);
		},
	);

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
