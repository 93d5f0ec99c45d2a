import type { IDataObject } from 'n8n-workflow';
import { execute, type Setup } from '../../support/context';
import { failing } from '../../support/parameters';
import { drop, testServer } from '../../support/server';

const server = testServer();

describe('Message: Delete Scheduled', () => {
	const statuses = (...entries: Array<[id: string, result: string]>): string =>
		`<XMLGatewayDeleteScheduled_Response>${entries
			.map(
				([id, result]) =>
					`<DeleteStatus><MessageID>${id}</MessageID><CLI></CLI><Status>${result}</Status></DeleteStatus>`,
			)
			.join('')}</XMLGatewayDeleteScheduled_Response>`;
	const remove = async (rows: IDataObject[], rest: Partial<Setup> = {}) =>
		await execute(server.url, 'message', 'deleteScheduled', rows, rest);

	it('asks for the IDs of all items at once and answers each row', async () => {
		server.answer(statuses(['101', 'DELETED'], ['102', 'NOTFOUND'], ['103', 'SENT']));
		const { items } = await remove([
			{ messageIds: '101 102', options: { reference: 'first' } },
			{ messageIds: '103,101' },
		]);
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]?.path).toBe('/xmldeletescheduled.asp');
		expect(server.requests[0]?.body).toContain(
			'<MessageIDs><MessageID><ID>101</ID><CLI>first</CLI></MessageID><MessageID><ID>102</ID><CLI>first</CLI></MessageID><MessageID><ID>103</ID></MessageID></MessageIDs>',
		);
		const deleted = {
			messageId: '101',
			result: 'DELETED',
			deleted: true,
			description: 'Removed from the queue, and its credits refunded',
		};
		expect(items).toEqual([
			{ json: { ...deleted, reference: 'first' }, pairedItem: { item: 0 } },
			{
				json: {
					messageId: '102',
					result: 'NOTFOUND',
					deleted: false,
					description: 'The message ID is wrong, or the message was already deleted',
					reference: 'first',
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					messageId: '103',
					result: 'SENT',
					deleted: false,
					description: 'Already sent, and cannot be deleted any more',
					reference: null,
				},
				pairedItem: { item: 1 },
			},
			{ json: { ...deleted, reference: null }, pairedItem: { item: 1 } },
		]);
	});

	it('keeps the results of finished requests when a later one fails', async () => {
		const ids = Array.from({ length: 250 }, (_, index) => String(1000 + index));
		const first = ids.slice(0, 100).map((id) => `${id}=DELETED&`);
		server.answer(first.join(''), drop);
		const { json } = await remove([{ messageIds: ids.join(','), options: { interface: 'query' } }]);
		expect(json.slice(0, 100).every(({ result }) => result === 'DELETED')).toBe(true);
		expect(json.slice(100, 200).every(({ result }) => result === 'UNCONFIRMED')).toBe(true);
		expect(json.slice(200).every(({ result }) => result === 'NOT_SENT')).toBe(true);
		expect(server.requests).toHaveLength(2);
	});

	it('asks once for an ID that is written in two ways, over the interface of its first row', async () => {
		server.answer(statuses(['7', 'DELETED']));
		const { json } = await remove([
			{ messageIds: '7, 007' },
			{ messageIds: '7', options: { interface: 'query' } },
		]);
		expect(server.requests).toHaveLength(1);
		expect(json.map(({ messageId, result }) => [messageId, result])).toEqual([
			['7', 'DELETED'],
			['7', 'DELETED'],
			['7', 'DELETED'],
		]);
	});

	it('does not lose results to a reference that the gateway repeats unencoded', async () => {
		server.answer(
			statuses(['101', 'DELETED'], ['102', 'DELETED']).replace(
				'<CLI></CLI>',
				'<CLI>a <b & c</CLI>',
			),
		);
		const { json } = await remove([{ messageIds: '101 102' }]);
		expect(json.map(({ result }) => result)).toEqual(['DELETED', 'DELETED']);
	});

	it('tells of an ID that cannot be one as that row only', async () => {
		server.answer(statuses(['101', 'DELETED']));
		const { json } = await remove([{ messageIds: '101' }, { messageIds: 'x' }, {}]);
		expect(json.map(({ result, description }) => [result, description])).toEqual([
			['DELETED', 'Removed from the queue, and its credits refunded'],
			['NOT_SENT', '\'Message IDs\' holds "x", which is not a message ID'],
			['NOT_SENT', "'Message IDs' is empty"],
		]);
	});

	it('deletes nothing for a row whose reference cannot be used, be it the first', async () => {
		server.answer(statuses(['102', 'DELETED']));
		const { json } = await remove([
			{ messageIds: '101', options: { reference: { id: 7 } } },
			{ messageIds: '102' },
		]);
		expect(json.map(({ result, description }) => [result, description])).toEqual([
			[
				'NOT_SENT',
				"'Reference' is no text, or holds an object: an expression in it gives an object, a list, true or false. Choose one of its values",
			],
			['DELETED', 'Removed from the queue, and its credits refunded'],
		]);
	});

	it('keeps the reference of a row whose IDs cannot be read', async () => {
		const messageIds = failing("Cannot read 'id'");
		const { error } = await remove([{ messageIds, options: { reference: 'order-7' } }]);
		expect(error?.context.results).toMatchObject([{ result: 'NOT_SENT', reference: 'order-7' }]);
	});

	it('stops when nothing was deleted, and sums up why', async () => {
		server.answer(statuses(['101', 'NOTFOUND'], ['102', 'SENT']));
		const { error } = await remove([{ messageIds: '101 102' }]);
		expect(error?.message).toBe('2 messages: 2 not deleted (101, 102)');
		expect(error?.description).toBe(
			'The message ID is wrong, or the message was already deleted (101). Already sent, and cannot be deleted any more (102)',
		);
	});
});
