import { doubtfulNumbers } from '../../nodes/MessagingGateway/gateway/specification/numbersWithoutCountry';
import { readNumber } from '../../nodes/MessagingGateway/gateway/specification/numbers';

/** The numbers as somebody types them, with what they are read as. */
const read = (...typed: string[]) =>
	typed.map((number) => ({ typed: number, digits: readNumber(number).number }));

describe('numbers that may be national ones', () => {
	it.each([
		['82 111 7020', 'South Korea'],
		['821117020', 'South Korea'],
		['(415) 555-2671', 'Switzerland'],
		['212 555 0123', 'Morocco'],
		['1 555 123 4567', 'United States'],
		['6834000', 'Niue'],
		['991234567890', '+991'],
	])('%s is named as one of %s', (typed, country) => {
		expect(doubtfulNumbers(read(typed), true)).toEqual([{ typed, country }]);
	});

	it.each([
		['27821234567', '27831234567'],
		['+82 111 7020'],
		['00 82 111 7020'],
		['(+82) 111 7020'],
		['+27821234567', '+14155552671', '27831234567'],
	])('whole numbers of one country and marked ones are not: %s', (...typed) => {
		expect(doubtfulNumbers(read(...typed), true)).toEqual([]);
	});

	it('a list of several countries is, with a number of each', () => {
		const list = read('27821234567', '27831234567', '447911123456', '+4915123456789');
		expect(doubtfulNumbers(list, true)).toEqual([
			{ typed: '27831234567', country: 'South Africa' },
			{ typed: '447911123456', country: 'Guernsey' },
		]);
		expect(doubtfulNumbers(list, false)).toEqual([]);
	});

	it('looks at a thousand numbers of a long list', () => {
		const list = Array.from({ length: 1001 }, () => ({ typed: '821117020', digits: '821117020' }));
		expect(doubtfulNumbers(list, true)).toHaveLength(1000);
	});
});
