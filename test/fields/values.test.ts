import { inWords, readMessageIds, wholeNumber } from '../../nodes/MessagingGateway/fields/values';

const idsIn = (value: unknown) => readMessageIds(value).map(({ messageId }) => messageId);

describe('message IDs', () => {
	it('are separated by spaces too, and have no zeros before them', () => {
		expect(idsIn('1 2,3;4\n5\t006')).toEqual(['1', '2', '3', '4', '5', '6']);
	});

	it('may be longer than a double holds exactly, given as text', () => {
		expect(readMessageIds('90071992547409931')).toEqual([
			{ messageId: '90071992547409931', problem: undefined },
		]);
	});

	it.each([['1.5'], ['-1'], ['12a'], [{ id: 1 }], [2 ** 60]])('are no %j', (value) => {
		const [{ messageId, problem } = {}] = readMessageIds(value);
		expect(problem).toBe(`'Message IDs' holds "${messageId}", which is not a message ID`);
	});
});

it.each([
	['a'.repeat(60), `"${'a'.repeat(60)}"`],
	[`b${'a'.repeat(60)}`, `"b${'a'.repeat(59)}…"`],
	[['a'], '"["a"]"'],
	['', 'empty'],
])('%j is %s in a sentence', (value, words) => {
	expect(inWords(value)).toBe(words);
});

it.each([
	[' 7 ', 7],
	['007', 7],
	[1, 1],
	['0', undefined],
	['1.0', undefined],
	['1234567890123456', undefined],
	[2 ** 53, undefined],
	[true, undefined],
])('%j as a positive whole number is %j', (value, number) => {
	expect(wholeNumber(value)).toBe(number);
});
