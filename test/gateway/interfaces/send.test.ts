import fc from 'fast-check';
import type { OutgoingMessage } from '../../../nodes/MessagingGateway/gateway/interfaces/interface';
import { groupByText, matchNumbers } from '../../../nodes/MessagingGateway/gateway/interfaces/send';
import { A, B, C, to } from '../../support/outcomes';

const GROUPED = (messages: OutgoingMessage[], capacity = Infinity) =>
	groupByText(messages, () => capacity).map((group) =>
		group.map(({ number, text }) => `${text} ${number.slice(-1)}`),
	);

describe('messages are grouped', () => {
	it('by their text, in the order of their first', () => {
		const messages = [to(A, 'One'), to(B, 'Two'), to(C, 'One')];
		expect(GROUPED(messages)).toEqual([['One 1', 'One 3'], ['Two 2']]);
	});

	it('as many as fit, with room that is left filled later', () => {
		const messages = [to(A), to(A), to(B), to(C)];
		expect(GROUPED(messages, 2)).toEqual([
			['Hi 1', 'Hi 2'],
			['Hi 1', 'Hi 3'],
		]);
	});

	it('so that overlapping lists are one group for each text', () => {
		const numbers = Array.from({ length: 20 }, (_, index) => `278211111${10 + index}`);
		const messages = ['One', 'Two', 'Three', 'Four'].flatMap((text, list) =>
			numbers.slice(0, (list + 1) * 5).map((number) => to(number, text)),
		);
		expect(groupByText(messages)).toHaveLength(4);
	});

	it('each once, no number twice in a group, and those to one number in their order', () => {
		const anyMessage = fc.record({
			number: fc.constantFrom(A, B, C),
			text: fc.constantFrom('One', 'Two', 'Three'),
			schedule: fc.constant(null),
		});
		fc.assert(
			fc.property(
				fc.array(anyMessage, { maxLength: 40 }),
				fc.integer({ min: 1, max: 4 }),
				(messages, capacity) => {
					const groups = groupByText(messages, () => capacity);
					expect(groups.flat()).toHaveLength(messages.length);
					for (const group of groups) {
						expect(group.length).toBeLessThanOrEqual(capacity);
						expect(new Set(group.map(({ number }) => number)).size).toBe(group.length);
						expect(new Set(group.map(({ text }) => text)).size).toBe(1);
					}
					const inOrder = (all: OutgoingMessage[]) => all.filter(({ number }) => number === A);
					expect(inOrder(groups.flat())).toEqual(inOrder(messages));
				},
			),
		);
	});
});

describe('a number of an answer belongs to', () => {
	/** The ID that each number of a request gets, of values that are written `number=ID`. */
	const idsOf = (numbers: string[], ...written: string[]) => {
		const values = written.map((pair) => {
			const [number = '', id = ''] = pair.split('=');
			return { number, id };
		});
		const found = matchNumbers(numbers, values);
		return numbers.map((number) => (found.get(number) ?? []).map(({ id }) => id).join());
	};

	it.each<[string, string[], string[], string[]]>([
		['the same number', [A, B], [`${B}=2`, `${A}=1`], ['1', '2']],
		['the same number with signs', [A], ['+27 82 111-1111=1'], ['1']],
		['the number with the same end', [A, B], ['0822222222=2', '0821111111=1'], ['1', '2']],
		['the number with the same end, zeros in it', ['27829001234'], ['829001234=1'], ['1']],
		['the number with seven digits of it', [A], ['1111111=1'], ['1']],
		['none with six', [A], ['111111=1'], ['']],
		['none with another end', [A, B], ['27829999999=9'], ['', '']],
		['none of two with the same end', [A, '260821111111'], ['0821111111=1'], ['', '']],
		['itself and not to one that ends alike', ['821111111', A], [`${A}=1`], ['', '1']],
		['itself and not to one within it', [A, '270821111111'], [`${A}=1`, `${A}=2`], ['1,2', '']],
		['the exact one, if another form is there too', [A], ['0821111111=2', `${A}=1`], ['1']],
	])('%s', (_, numbers, written, ids) => {
		expect(idsOf(numbers, ...written)).toEqual(ids);
	});
});
