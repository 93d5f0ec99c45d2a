import type { IDataObject } from 'n8n-workflow';
import { execute, type Setup } from '../../support/context';
import { failing } from '../../support/parameters';
import { drop, testServer, type Reply } from '../../support/server';

const server = testServer();

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

	it.each<[string, Reply]>([
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
		[{ fromAccountId: '1W002' }, 'INVALID_FROM_ACCOUNT'],
		[{ toAccountId: '' }, 'INVALID_TO_ACCOUNT'],
		[{ toAccountId: 2 ** 60 }, 'INVALID_TO_ACCOUNT'],
		[{ quantity: true }, 'INVALID_QUANTITY'],
		[{ quantity: '0x10' }, 'INVALID_QUANTITY'],
		[{ quantity: 2 ** 53 }, 'INVALID_QUANTITY'],
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
		const { error } = await transferAll([{ ...transfer, [name]: failing("Cannot read 'id'") }]);
		expect(error?.context.results).toMatchObject([
			{
				result: 'NOT_SENT',
				transferred: false,
				description: "The parameters of this item cannot be read: Cannot read 'id'",
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
