import fc from 'fast-check';
import {
	isMessageId,
	splitMessageIds,
} from '../../nodes/MessagingGateway/gateway/specification/messageIds';
import {
	readNumber,
	splitNumbers,
} from '../../nodes/MessagingGateway/gateway/specification/numbers';

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

	it.each([[''], [null], [undefined], [[]], [' ;, \n']])('finds none in %j', (value) => {
		expect(splitNumbers(value)).toEqual([]);
	});
});

describe('splitting message IDs', () => {
	it('splits at spaces too', () => {
		expect(splitMessageIds('1 2,3;4\n5\t6')).toEqual(['1', '2', '3', '4', '5', '6']);
	});

	it('keeps an ID longer than a double holds exactly, given as text', () => {
		expect(splitMessageIds('90071992547409931')).toEqual(['90071992547409931']);
	});

	it('makes an unsafe integer something that is no ID', () => {
		const [id] = splitMessageIds(2 ** 60);
		expect(isMessageId(id as string)).toBe(false);
	});

	it.each([['1.5'], ['-1'], ['12a'], ['{"id":1}'], ['']])('does not take %j for an ID', (text) => {
		expect(isMessageId(text)).toBe(false);
	});
});

describe('reading a number', () => {
	it.each([
		['27821234567', '27821234567'],
		['+27821234567', '27821234567'],
		['0027821234567', '27821234567'],
		['+27 (82) 123-45.67', '27821234567'],
		['\u202A+27\u00A082\u2011123\u20134567\u202C', '27821234567'],
		['+1 [202] 555 0123', '12025550123'],
		['+683 4000', '6834000'],
		// As a spreadsheet writes it.
		['27821234567.0', '27821234567'],
		['+27821234567.00', '27821234567'],
		// The trunk zero, which a country code replaces.
		['+27 (0)82 123 4567', '27821234567'],
		['0027 (0) 82 123 4567', '27821234567'],
		['27(0)821234567', '27821234567'],
		['+44 (0)20 7946 0018', '442079460018'],
		['+27 082 123 4567', '27821234567'],
		// Italy keeps its zero.
		['+39 06 6982 1234', '390669821234'],
		['+39 (0)6 6982 1234', '390669821234'],
	])('reads %s as %s', (typed, number) => {
		const reading = readNumber(typed);
		expect(reading.problem === undefined ? reading.number : undefined).toBe(number);
	});

	it.each([
		['082 123 4567', 'The number is not in international format'],
		['+0821234567', 'The number is not in international format'],
		['12345', 'The number does not have the 7 to 15 digits'],
		['1234567890123456', 'The number does not have the 7 to 15 digits'],
		['27-82-CALL-ME', 'The number holds "CALLME"'],
		['+27+82', 'The number holds "\\+"'],
		['27821234567 ext 4', 'The number holds "ext"'],
		['2.7e+20', 'The number holds "e\\+"'],
		['082/123 4567', 'The number holds "/", which no number has'],
		['tel:+27821234567', 'The number holds "tel:\\+"'],
		['---', 'The number has no digits'],
		['+2 (0)1 1234567', 'The zero in brackets is not clear'],
		['+99 (0)82 123 4567', 'The zero in brackets is not clear'],
		['(0)82 123 4567', 'The zero in brackets is not clear'],
	])('refuses %s', (typed, problem) => {
		expect(readNumber(typed).problem).toMatch(new RegExp(`^${problem}`));
	});

	it.each([
		['082 123 4567', 'ZA', '27821234567'],
		['82 123 4567', 'ZA', '27821234567'],
		['27821234567', 'ZA', '27821234567'],
		['+44 7911 123456', 'ZA', '447911123456'],
		['00447911123456', 'ZA', '447911123456'],
		['447911123456', 'ZA', '447911123456'],
		['(202) 555-0123', 'US', '12025550123'],
		['07911 123456', 'gb', '447911123456'],
	])('reads %s with default country %s as %s', (typed, country, number) => {
		expect(readNumber(typed, country)).toEqual({ number });
	});

	it('leaves a number alone that is national nowhere near the default country', () => {
		expect(readNumber('0821', 'ZA').problem).toBe(
			"The number is neither in international format nor a valid number of the 'Default Country' ZA",
		);
	});

	it.each(['XX', 'ZAF', 'South Africa'])('says that %s is no country', (country) => {
		expect(readNumber('27821234567', country).problem).toBe(
			`'Default Country' is "${country}", which is not the code of a country, such as ZA`,
		);
		expect(readNumber('+27821234567', country)).toEqual({ number: '27821234567' });
	});

	it('gives digits or a problem, whatever is typed', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'grapheme' }),
				fc.constantFrom('', 'ZA', 'US'),
				(typed, country) => {
					const { number, problem } = readNumber(typed, country);
					if (problem === undefined) expect(number).toMatch(/^[1-9][0-9]{6,14}$/);
				},
			),
		);
	});

	it('reads its own result as itself', () => {
		fc.assert(
			fc.property(fc.stringMatching(/^[1-9][0-9]{6,14}$/), (number) => {
				const { number: read } = readNumber(`+${number}`);
				expect(readNumber(`+${read}`)).toEqual({ number: read });
			}),
		);
	});
});
