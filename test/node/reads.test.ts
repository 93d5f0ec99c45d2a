import type { IDataObject } from 'n8n-workflow';
import { execute } from '../support/context';
import { startServer, type TestServer } from '../support/server';
import { statusId as statusOf, statusResponse } from '../support/xmlAnswers';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

describe('Account: Get Balance', () => {
	it('reads the credits once, however many items come in, linked to the first', async () => {
		server.answer('Credits=1234');
		const { items } = await execute(server.url, 'account', 'getBalance', [{}, {}, {}]);
		expect(items).toEqual([{ json: { credits: 1234 }, pairedItem: { item: 0 } }]);
		expect(server.requests).toHaveLength(1);
	});

	it('stops at a wrong login with a 401', async () => {
		server.answer('Credits=FAIL');
		const { error } = await execute(server.url, 'account', 'getBalance');
		expect(error).toMatchObject({
			name: 'NodeApiError',
			httpCode: '401',
			message: 'The gateway did not accept the login name or password',
			description: "Correct 'Login Name' and 'Password' in the credential",
			context: {
				failure: 'wrongLogin',
				request: { interface: 'query', path: '/credits.asp' },
			},
		});
	});

	it('gives an item with the message under On Error: continue', async () => {
		server.answer('Credits=FAIL');
		const { items } = await execute(
			server.url,
			'account',
			'getBalance',
			{},
			{ node: { onError: 'continueRegularOutput' } },
		);
		expect(items).toEqual([
			{
				json: { error: 'The gateway did not accept the login name or password' },
				pairedItem: { item: 0 },
			},
		]);
	});
});

describe('Account: Check Login', () => {
	it.each([
		['Login=OK', { login: 'OK', valid: true, locked: false }],
		['Login=FAIL', { login: 'FAIL', valid: false, locked: false }],
		['Login=ACCOUNTLOCKED', { login: 'ACCOUNT_LOCKED', valid: false, locked: true }],
	])('takes %s for an answer and not a failure', async (body, json) => {
		server.answer(body);
		expect((await execute(server.url, 'account', 'checkLogin')).json).toEqual([json]);
	});
});

describe('Message: Preview', () => {
	it('measures each text without a request', async () => {
		server.answer('');
		const { json } = await execute(server.url, 'message', 'preview', [
			{ text: 'Hello\r\n€ 😀 “ê”' },
			{ text: 'a'.repeat(919) },
			{ text: ' ' },
		]);
		expect(json).toEqual([
			{
				text: 'Hello\n€ 😀 "e"',
				encodedLength: 14,
				parts: 1,
				maxLength: 918,
				unsupportedCharacters: ['😀'],
				sendable: true,
			},
			expect.objectContaining({ encodedLength: 919, parts: 7, sendable: false }),
			expect.objectContaining({ encodedLength: 1, parts: 0, sendable: false }),
		]);
		expect(server.requests).toHaveLength(0);
	});

	// The link has 133 characters, and the line break one.
	it('counts a text and the link of a question apart', async () => {
		const { json } = await execute(server.url, 'message', 'preview', [
			{ text: 'Can you drive? €', includeLink: true },
			{ text: 'a'.repeat(784) },
			{ text: 'a'.repeat(785) },
			{ text: ' ' },
		]);
		expect(json[0]).toEqual({
			text: 'Can you drive? €',
			encodedLength: 151,
			textLength: 17,
			linkLength: 134,
			parts: 1,
			maxLength: 918,
			unsupportedCharacters: [],
			sendable: true,
		});
		expect(json.slice(1)).toMatchObject([
			{ encodedLength: 918, textLength: 784, parts: 6, sendable: true },
			{ encodedLength: 919, textLength: 785, parts: 7, sendable: false },
			{ parts: 0, sendable: false },
		]);
	});

	it('cannot count a link that n8n is too old to make', async () => {
		const { error } = await execute(
			server.url,
			'message',
			'preview',
			{ text: 'Can you drive?', includeLink: true },
			{ resumeAddress: null },
		);
		expect(error?.message).toBe('Send and Wait for Response needs n8n 1.110 or newer');
	});
});

it('tells of a text that cannot be read as that item only', async () => {
	const text = (() => {
		throw new Error('The expression failed');
	}) as unknown as IDataObject;
	const { items } = await execute(server.url, 'message', 'preview', [{ text: 'Hi' }, { text }], {
		node: { onError: 'continueRegularOutput' },
	});
	expect(items?.map(({ json, pairedItem }) => [json.parts ?? json.error, pairedItem])).toEqual([
		[1, { item: 0 }],
		['The parameters of this item cannot be read: The expression failed', { item: 1 }],
	]);
});

describe('Message: Get Status', () => {
	it('keeps the reference of a row whose IDs cannot be read', async () => {
		const messageIds = (): never => {
			throw new Error("Cannot read 'id'");
		};
		const { json } = await execute(server.url, 'message', 'getStatus', [
			{ messageIds, options: { reference: 'order-7' } } as unknown as IDataObject,
		]);
		expect(json).toMatchObject([{ messageId: null, reference: 'order-7' }]);
	});

	const statusId = (id: string): string =>
		`<StatusID><MessageID>${id}</MessageID><CLI>x</CLI><Status>DELIVERED</Status><StatusDateTime>2026/11/20 08:15:42</StatusDateTime><StatusCode>0</StatusCode></StatusID>`;
	const response = (...ids: string[]): string =>
		`<XMLGatewayStatus_Response>${ids.map(statusId).join('')}</XMLGatewayStatus_Response>`;

	it('tells of options that are none as that row only', async () => {
		server.answer(response('101'));
		const { json } = await execute(server.url, 'message', 'getStatus', [
			{ messageIds: '101' },
			{ messageIds: '102', options: null },
		]);
		expect(json).toMatchObject([{ status: 'DELIVERED' }, { status: null, reference: null }]);
	});

	it('gives the fields of the input item with each row, and its own where both have one', async () => {
		server.answer(response('101'));
		const { json } = await execute(
			server.url,
			'message',
			'getStatus',
			{ messageIds: '101', options: { includeInputFields: true } },
			{ items: [{ json: { id: 7, status: 'old', error: 'of another node' } }] },
		);
		expect(json).toEqual([
			{
				id: 7,
				messageId: '101',
				status: 'DELIVERED',
				statusCode: 0,
				phase: 'delivered',
				description: 'Delivered',
				final: true,
				delivered: true,
				statusAt: '2026-11-20T08:15:42Z',
				reference: null,
			},
		]);
	});

	it.each([
		[14, undefined],
		[
			31,
			"Scheduled messages leave at another time than you gave: the gateway's clock is 30 minutes ahead of 'Gateway Time Zone'. Choose the zone of the gateway, such as Africa/Johannesburg. If it is chosen, one of the clocks is wrong.",
		],
	])('says if the gateway, by its answer, is %i minutes ahead', async (minutes, hint) => {
		const now = new Date(Date.now() + minutes * 60_000).toISOString();
		const written = `${now.slice(0, 10).replaceAll('-', '/')} ${now.slice(11, 19)}`;
		server.answer(statusResponse(statusOf('102', 'NOTFOUND', -2, written)));
		const { hints } = await execute(server.url, 'message', 'getStatus', { messageIds: '102' });
		expect(hints.map(({ message }) => message)).toEqual(hint === undefined ? [] : [hint]);
	});

	it('asks for the IDs of all items together, each once, and answers each row', async () => {
		server.answer(response('101', '102'));
		const { items } = await execute(server.url, 'message', 'getStatus', [
			{ messageIds: '101, 102', options: { reference: 'first' } },
			{ messageIds: 102 },
		]);
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]?.body).toContain(
			'<MessageIDs><MessageID><ID>101</ID><CLI>first</CLI></MessageID><MessageID><ID>102</ID><CLI>first</CLI></MessageID></MessageIDs>',
		);
		const delivered = {
			status: 'DELIVERED',
			statusCode: 0,
			phase: 'delivered',
			description: 'Delivered',
			final: true,
			delivered: true,
			statusAt: '2026-11-20T08:15:42Z',
		};
		expect(items).toEqual([
			{ json: { messageId: '101', ...delivered, reference: 'first' }, pairedItem: { item: 0 } },
			{ json: { messageId: '102', ...delivered, reference: 'first' }, pairedItem: { item: 0 } },
			{ json: { messageId: '102', ...delivered, reference: null }, pairedItem: { item: 1 } },
		]);
	});

	it('gives the same items over the query interface', async () => {
		server.answer('101=DELIVERED;2026/11/20;08:15:42;0&');
		const overQuery = await execute(server.url, 'message', 'getStatus', {
			messageIds: '101',
			options: { interface: 'query', reference: 'r' },
		});
		server.answer(response('101'));
		const overXml = await execute(server.url, 'message', 'getStatus', {
			messageIds: '101',
			options: { interface: 'xml', reference: 'r' },
		});
		expect(overQuery.json).toEqual(overXml.json);
	});

	it.each([
		['', "'Message IDs' is empty"],
		[null, "'Message IDs' is empty"],
		['12a', '\'Message IDs\' holds "12a", which is not a message ID'],
		[2 ** 60, '\'Message IDs\' holds "1.152921504606847e+18", which is not a message ID'],
	])(
		'says of %p what is wrong with it, and asks for the others',
		async (messageIds, description) => {
			server.answer(response('101'));
			const { json, hints } = await execute(server.url, 'message', 'getStatus', [
				{ messageIds: '101' },
				{ messageIds, options: { reference: 'r' } },
			]);
			expect(json).toEqual([
				expect.objectContaining({ messageId: '101', delivered: true }),
				{
					messageId: typeof messageIds === 'number' ? '1.152921504606847e+18' : messageIds || null,
					status: null,
					statusCode: null,
					phase: 'unknown',
					description,
					final: false,
					delivered: false,
					statusAt: null,
					reference: 'r',
				},
			]);
			expect(hints.map(({ message }) => message)).toEqual([
				`No status for 1 of 2 rows: ${description}. Give the message IDs that Send gave. A message that was not accepted has none.`,
			]);
		},
	);

	it('asks for nothing if no row has a message ID', async () => {
		server.answer(response('101'));
		const { json } = await execute(server.url, 'message', 'getStatus', { messageIds: null });
		expect(json).toEqual([expect.objectContaining({ messageId: null, status: null })]);
		expect(server.requests).toHaveLength(0);
	});

	it('sends a row without a message ID to the error branch', async () => {
		server.answer(response('101'));
		const rows = [{ messageIds: '101' }, { messageIds: '' }];
		const { json } = await execute(server.url, 'message', 'getStatus', rows, {
			node: { onError: 'continueErrorOutput' },
		});
		expect(json).toEqual([
			expect.objectContaining({ messageId: '101' }),
			{ error: expect.objectContaining({ message: "'Message IDs' is empty" }) as object },
		]);
	});

	it('keeps what is known beside what failed under On Error: continue', async () => {
		server.answer(response('101'), '<html><title>Busy</title></html>');
		const rows = [{ messageIds: '101 102' }, { messageIds: 'x' }];
		const { json } = await execute(server.url, 'message', 'getStatus', rows, {
			node: { onError: 'continueRegularOutput' },
		});
		expect(json).toEqual([
			expect.objectContaining({ messageId: '101', delivered: true }),
			{
				messageId: '102',
				reference: null,
				error: 'The answer is not one a messaging gateway gives: "Busy"',
			},
			expect.objectContaining({
				messageId: 'x',
				status: null,
				description: '\'Message IDs\' holds "x", which is not a message ID',
			}),
		]);
	});

	it('sends what failed to the error branch with its ID', async () => {
		server.answer('FAIL&');
		const { items } = await execute(
			server.url,
			'message',
			'getStatus',
			{ messageIds: '101', options: { interface: 'query', reference: 'r' } },
			{ node: { onError: 'continueErrorOutput' } },
		);
		expect(items).toEqual([
			{
				json: {
					error: {
						message: 'The gateway did not accept the login name or password',
						messageId: '101',
						reference: 'r',
					},
				},
				pairedItem: { item: 0 },
			},
		]);
	});

	it('tries once more when the connection breaks', async () => {
		server.answer((_, response) => void response.destroy(), response('101'));
		const { json } = await execute(server.url, 'message', 'getStatus', { messageIds: '101' });
		expect(json[0]).toMatchObject({ delivered: true });
		expect(server.requests).toHaveLength(2);
	});
});

it('names a resource that does not exist, which n8n gives no operation', async () => {
	const { error } = await execute(server.url, 'mesage', undefined as unknown as string);
	expect(error?.message).toBe('\'Resource\' is "mesage", which is none of its values');
});

it('names an operation that does not exist', async () => {
	const { error } = await execute(server.url, 'message', 'shout');
	expect(error?.message).toBe('\'Operation\' is "shout", which is none of its values');
});

it('asks for no further statuses once the execution is cancelled', async () => {
	const cancel = new AbortController();
	server.answer((_, response) => {
		cancel.abort();
		response.end('1=SENT;2026/11/20;08:15:42;105&');
	});
	const { json } = await execute(
		server.url,
		'message',
		'getStatus',
		{
			messageIds: Array.from({ length: 150 }, (_, index) => String(index + 1)),
			options: { interface: 'query' },
		},
		{ signal: cancel.signal, node: { onError: 'continueRegularOutput' } },
	);
	expect(server.requests).toHaveLength(1);
	expect(json[0]).toMatchObject({ messageId: '1', status: 'SENT' });
	expect(json[149]).toMatchObject({
		messageId: '150',
		error: 'The execution was cancelled before this request',
	});
});
