import fc from 'fast-check';
import type { OutgoingMessage } from '../../../nodes/MessagingGateway/gateway/interfaces/interface';
import { byNumber, groupByText } from '../../../nodes/MessagingGateway/gateway/interfaces/send';
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

it('an ID of an answer is for the number it stands at, signs apart, and for no other with the same end', () => {
	const values = ['+27 82 111-1111', B, '0821111111'].map((number) => ({ number }));
	expect([...byNumber(values)]).toEqual([
		[A, [{ number: '+27 82 111-1111' }]],
		[B, [{ number: B }]],
		['0821111111', [{ number: '0821111111' }]],
	]);
});
