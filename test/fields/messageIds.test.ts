import { readMessageIds } from '../../nodes/MessagingGateway/fields/messageIds';

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
