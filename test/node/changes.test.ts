import type { IDataObject } from 'n8n-workflow';
import { execute, type Setup } from '../support/context';
import { startServer, type RecordedRequest, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

/** An expression that fails. */
const failing = (() => {
	throw new Error("Cannot read 'id'");
}) as unknown as string;

const drop = (_request: RecordedRequest, response: { destroy(): void }) => void response.destroy();

describe('Account: Transfer Credits', () => {
	const transfer = { fromAccountId: 'W1001', toAccountId: '1002', quantity: 10 };
	const transferAll = async (rows: IDataObject[], rest: Partial<Setup> = {}) =>
		await execute(server.url, 'account', 'transferCredits', rows, rest);

	it('asks for one transfer, without the W, and gives what became of it', async () => {
		server.answer('Transfer=Success');
		const { items } = await transferAll([transfer]);
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]).toMatchObject({
			method: 'GET',
			path: '/creditstransfer.asp',
			query: { fromAccountId: '1001', toAccountId: '1002', transferQuantity: '10' },
		});
		expect(items).toEqual([
			{
				json: {
					transferred: true,
					result: 'TRANSFERRED',
					description: 'The credits were transferred',
					fromAccountId: '1001',
					toAccountId: '1002',
					quantity: 10,
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it.each([
		[
			'invalidFromAccount',
			'INVALID_FROM_ACCOUNT',
			"'From Account ID' is not an account of this main account",
		],
		[
			'invalidToAccount',
			'INVALID_TO_ACCOUNT',
			"'To Account ID' is not an account of this main account",
		],
		['lockedFromAccount', 'LOCKED_FROM_ACCOUNT', 'The account to transfer from is locked'],
		['lockedToAccount', 'LOCKED_TO_ACCOUNT', 'The account to transfer to is locked'],
		['sameAccount', 'SAME_ACCOUNT', "'From Account ID' and 'To Account ID' are the same account"],
		['invalidQuantity', 'INVALID_QUANTITY', "'Quantity' is not a positive whole number of credits"],
		[
			'insufficientCredits',
			'INSUFFICIENT_CREDITS',
			'The account to transfer from has not enough credits',
		],
	])('stops at %s with its own sentence', async (value, result, sentence) => {
		server.answer(`Transfer=${value}`);
		const { error } = await transferAll([transfer]);
		expect(error?.message).toBe(sentence);
		expect(error?.context.results).toMatchObject([{ result, transferred: false }]);
	});

	it('stops at invalidUser with a 401', async () => {
		server.answer('Transfer=invalidUser');
		const { error } = await transferAll([transfer]);
		expect(error).toMatchObject({
			httpCode: '401',
			message: 'The gateway did not accept the login name or password',
		});
		expect(error?.context.results).toMatchObject([{ result: 'INVALID_USER', transferred: false }]);
	});

	it.each<[string, Parameters<TestServer['answer']>[0]]>([
		['Fail, which the gateway says of its own trouble', 'Transfer=Fail'],
		['a lost answer', drop],
		['an answer that is none', '<html></html>'],
		['a word of no table', 'Transfer=constructor'],
		[
			'a refusal that comes with HTTP 500',
			(_, response) => void response.writeHead(500).end('Transfer=sameAccount'),
		],
	])('calls %s unknown, and says what a repetition may do', async (_, reply) => {
		server.answer(reply);
		const { error } = await transferAll([transfer, transfer]);
		expect(error?.description).toMatch(
			/^Transferring again may move the credits twice\. .* Perhaps made \(1001 to 1002\)\. Not made/,
		);
		expect(error?.context.results).toMatchObject([
			{ result: 'UNCONFIRMED', transferred: null },
			{ result: 'NOT_SENT', transferred: false },
		]);
		expect(server.requests).toHaveLength(1);
	});

	it('gives an unknown outcome as an item where n8n would repeat a failure', async () => {
		server.answer('Transfer=Fail');
		const { json } = await transferAll([transfer], { node: { retryOnFail: true } });
		expect(json).toMatchObject([{ result: 'UNCONFIRMED', transferred: null }]);
		expect(json[0]).not.toHaveProperty('error');
	});

	it('gives items once one of several went through', async () => {
		server.answer('Transfer=sameAccount', 'Transfer=Success', 'Transfer=insufficientCredits');
		const { items } = await transferAll([transfer, transfer, transfer]);
		expect(items?.map(({ json, pairedItem }) => [json.result, pairedItem])).toEqual([
			['SAME_ACCOUNT', { item: 0 }],
			['TRANSFERRED', { item: 1 }],
			['INSUFFICIENT_CREDITS', { item: 2 }],
		]);
	});

	it.each([
		[{ quantity: 0 }, 'INVALID_QUANTITY'],
		[{ quantity: -5 }, 'INVALID_QUANTITY'],
		[{ quantity: 1.5 }, 'INVALID_QUANTITY'],
		[{ quantity: 'ten' }, 'INVALID_QUANTITY'],
		[{ fromAccountId: 'main' }, 'INVALID_FROM_ACCOUNT'],
		[{ toAccountId: '' }, 'INVALID_TO_ACCOUNT'],
		[{ toAccountId: 2 ** 60 }, 'INVALID_TO_ACCOUNT'],
		[{ quantity: true }, 'INVALID_QUANTITY'],
		[{ quantity: '0x10' }, 'INVALID_QUANTITY'],
	])('refuses %j before any request', async (own, result) => {
		server.answer('Transfer=Success');
		const { error } = await transferAll([{ ...transfer, ...own }]);
		expect(error?.context.results).toMatchObject([{ result, transferred: false }]);
		expect(server.requests).toHaveLength(0);
	});

	it.each([
		['fromAccountId', { fromAccountId: '' }],
		['toAccountId', { toAccountId: '' }],
		['quantity', { quantity: 0 }],
	])('shows what can be read where %s cannot', async (name, empty) => {
		const { error } = await transferAll([{ ...transfer, [name]: failing }]);
		expect(error?.context.results).toMatchObject([
			{
				result: 'NOT_SENT',
				transferred: false,
				...{ fromAccountId: '1001', toAccountId: '1002', quantity: 10 },
				...empty,
			},
		]);
	});

	it('refuses an account that cannot become text, as that row only', async () => {
		server.answer('Transfer=Success');
		const { json } = await transferAll([
			{ ...transfer, fromAccountId: { toString: null } },
			transfer,
		]);
		expect(json.map(({ result }) => result)).toEqual(['NOT_SENT', 'TRANSFERRED']);
	});

	it('names the accounts of a row whose quantity cannot be read', async () => {
		server.answer('Transfer=sameAccount');
		const { error } = await transferAll([
			{ ...transfer, quantity: failing },
			{ ...transfer, toAccountId: '1003' },
		]);
		expect(error?.description).toContain('(1001 to 1002)');
	});

	it('shows a quantity of 0 that is a text', async () => {
		const { error } = await transferAll([{ ...transfer, quantity: '0' }]);
		expect(error?.context.results).toMatchObject([{ result: 'INVALID_QUANTITY', quantity: 0 }]);
	});

	it('asks for a long quantity that is a text', async () => {
		server.answer('Transfer=Success');
		const { json } = await transferAll([{ ...transfer, quantity: '1234567890123456' }]);
		expect(server.requests[0]?.query.transferQuantity).toBe('1234567890123456');
		expect(json).toMatchObject([{ transferred: true, quantity: 1_234_567_890_123_456 }]);
	});
});

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

	it('gives the same over the query interface', async () => {
		server.answer('101=DELETED&102=NOTFOUND&');
		const { json } = await remove([{ messageIds: '101 102', options: { interface: 'query' } }]);
		expect(server.requests[0]).toMatchObject({
			method: 'GET',
			path: '/deletescheduled.asp',
			query: { messageid: '101;102' },
		});
		expect(json.map(({ result, deleted }) => [result, deleted])).toEqual([
			['DELETED', true],
			['NOTFOUND', false],
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

	it('asks no further once an outcome is unknown', async () => {
		server.answer('<html></html>');
		const ids = Array.from({ length: 101 }, (_, index) => 7_000 + index);
		const { error } = await remove([
			{ messageIds: ids.join(','), options: { interface: 'query' } },
		]);
		const results = (error?.context.results as IDataObject[]).map(({ result }) => result);
		expect(results).toEqual([...Array(100).fill('UNCONFIRMED'), 'NOT_SENT']);
		expect(server.requests).toHaveLength(1);
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

	it('keeps the reference of a row whose IDs cannot be read', async () => {
		const { error } = await remove([{ messageIds: failing, options: { reference: 'order-7' } }]);
		expect(error?.context.results).toMatchObject([{ result: 'NOT_SENT', reference: 'order-7' }]);
	});

	it('stops when nothing was deleted, and sums up why', async () => {
		server.answer(statuses(['101', 'NOTFOUND'], ['102', 'SENT']));
		const { error } = await remove([{ messageIds: '101 102' }]);
		expect(error?.message).toBe('2 messages: 2 not deleted');
		expect(error?.description).toBe(
			'The message ID is wrong, or the message was already deleted (101). Already sent, and cannot be deleted any more (102)',
		);
	});

	it('calls an answer that is in no table unknown', async () => {
		server.answer(statuses(['101', 'MAYBE']));
		const { error } = await remove([{ messageIds: '101' }]);
		expect(error?.context.results).toMatchObject([{ result: 'UNCONFIRMED', deleted: null }]);
	});

	it('sends what was not deleted to the error branch with its row', async () => {
		server.answer(statuses(['101', 'SENT'], ['102', 'DELETED']));
		const { items } = await remove([{ messageIds: '101' }, { messageIds: '102' }], {
			node: { onError: 'continueErrorOutput' },
		});
		expect(items?.map(({ json, pairedItem }) => [Object.keys(json), pairedItem])).toEqual([
			[['messageId', 'result', 'deleted', 'description', 'reference'], { item: 1 }],
			[['error'], { item: 0 }],
		]);
		expect(items?.[1]?.json.error).toMatchObject({ messageId: '101', result: 'SENT' });
	});
});
