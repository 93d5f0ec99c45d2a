import { execute } from '../../support/context';
import { testServer } from '../../support/server';
import { statusId, statusResponse } from '../../support/xmlAnswers';

const server = testServer();

const DELIVERED = {
	status: 'DELIVERED',
	statusCode: 0,
	phase: 'delivered',
	description: 'Delivered',
	final: true,
	delivered: true,
	statusAt: '2026-11-20T08:15:42Z',
};

describe('Message: Get Status', () => {
	/** The reference that the gateway repeats is never read back. */
	const response = (...ids: string[]): string =>
		statusResponse(...ids.map((id) => statusId(id, 'DELIVERED', 0).replace('<CLI>', '<CLI>x')));

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
		const { items, json } = await execute(
			server.url,
			'message',
			'getStatus',
			{ messageIds: '101', options: { includeInputFields: true } },
			{ items: [{ json: { id: 7, status: 'old', error: 'of another node' } }] },
		);
		expect(json).toEqual([{ id: 7, messageId: '101', ...DELIVERED, reference: null }]);
		expect(items?.[0]?.pairedItem).toEqual({ item: 0 });
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
		server.answer(statusResponse(statusId('102', 'NOTFOUND', -2, written)));
		const { hints } = await execute(server.url, 'message', 'getStatus', { messageIds: '102' });
		expect(hints.map(({ message }) => message)).toEqual(hint === undefined ? [] : [hint]);
	});

	it('asks for the IDs of all items together, each once, and answers each row', async () => {
		server.answer(response('101', '102'));
		const rows = [{ messageIds: '101, 102', options: { reference: 'first' } }, { messageIds: 102 }];
		const { items } = await execute(server.url, 'message', 'getStatus', rows, {
			items: rows.map((_, id) => ({ json: { id } })),
		});
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]?.body).toContain(
			'<MessageIDs><MessageID><ID>101</ID><CLI>first</CLI></MessageID><MessageID><ID>102</ID><CLI>first</CLI></MessageID></MessageIDs>',
		);
		expect(items).toEqual([
			{ json: { messageId: '101', ...DELIVERED, reference: 'first' }, pairedItem: { item: 0 } },
			{ json: { messageId: '102', ...DELIVERED, reference: 'first' }, pairedItem: { item: 0 } },
			{ json: { messageId: '102', ...DELIVERED, reference: null }, pairedItem: { item: 1 } },
		]);
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
