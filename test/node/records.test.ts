import type { IDataObject } from 'n8n-workflow';
import { execute } from '../support/context';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
});
afterAll(async () => server.close());

const UUID = expect.stringMatching(
	/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/,
) as string;

const xmlReply = (text: string): string =>
	`<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>${text}</Message><SentMessageID>77</SentMessageID></Reply>`;

describe('Reply: Get New', () => {
	it('gives each reply, read once however many items come in, linked to the first', async () => {
		server.answer(`<XMLGateway_Replies>${xmlReply('Yes')}${xmlReply('STOP')}</XMLGateway_Replies>`);
		const { items } = await execute(server.url, 'reply', 'getNew', [{}, {}]);
		const common = {
			recordId: UUID,
			from: '27821111111',
			receivedAt: '2026-11-20T08:15:00Z',
			sentMessageId: '77',
		};
		expect(items).toEqual([
			{ json: { ...common, text: 'Yes', optOut: false }, pairedItem: { item: 0 } },
			{ json: { ...common, text: 'STOP', optOut: true }, pairedItem: { item: 0 } },
		]);
		expect(server.requests).toHaveLength(1);
		expect(server.requests[0]?.body).toMatch(
			/^<\?xml version="1\.0" encoding="utf-8"\?><Svc_Replies><User>demo<\/User><Password>[^<]*<\/Password><\/Svc_Replies>$/,
		);
	});

	it('uses the query interface to leave out short-code messages, whatever was chosen', async () => {
		server.answer('');
		const { items } = await execute(server.url, 'reply', 'getNew', {
			options: { interface: 'xml', excludeShortCode: true },
		});
		expect(items).toEqual([]);
		expect(server.requests[0]).toMatchObject({
			method: 'GET',
			path: '/httpgetreplies.asp',
			query: { excludesc: 'true' },
		});
	});

	it('never drops what it cannot read', async () => {
		server.answer(
			'Something new&CLI=27821111111;DateReceived=202611200815;Message=Hi;SentMessageID=',
		);
		const { json } = await execute(server.url, 'reply', 'getNew', {
			options: { interface: 'query' },
		});
		expect(json).toEqual([
			{ recordId: UUID, unparsed: true, raw: 'Something new' },
			expect.objectContaining({ text: 'Hi', sentMessageId: null }),
		]);
	});

	it('keeps what arrived before the connection broke, and says so in a hint', async () => {
		server.answer((_, response) => {
			response.writeHead(200, { 'Content-Length': '5000' });
			response.write(`<XMLGateway_Replies>${xmlReply('Yes')}<Reply><CLI>2782`);
			setTimeout(() => response.destroy(), 20);
		});
		const { json, hints } = await execute(server.url, 'reply', 'getNew');
		expect(json).toEqual([
			expect.objectContaining({ text: 'Yes' }),
			{ recordId: UUID, unparsed: true, raw: '<Reply><CLI>2782' },
		]);
		expect(hints[0]?.message).toBe(
			'The connection broke before the answer of the gateway was complete. What had arrived by then was kept. Further records may be lost.',
		);
		expect(server.requests).toHaveLength(1);
	});

	it('keeps the password out of what it cannot read', async () => {
		server.answer((request, response) => response.end(`Not found: ${request.query.password}`));
		const { json } = await execute(server.url, 'reply', 'getNew', {
			options: { interface: 'query' },
		});
		expect(json).toEqual([{ recordId: UUID, unparsed: true, raw: 'Not found: ***' }]);
	});

	it('is not asked for again after a failure', async () => {
		server.answer((_, response) => void response.destroy(), '<XMLGateway_Replies/>');
		const { error } = await execute(server.url, 'reply', 'getNew');
		expect(error?.name).toBe('NodeApiError');
		expect(server.requests).toHaveLength(1);
	});

	it('says that records may be lost when the answer broke after it was asked for', async () => {
		server.answer((_, response) => void response.destroy());
		const { error } = await execute(server.url, 'reply', 'getNew');
		expect(error?.description).toBe(
			'The gateway returns each record once, so records of this answer may be lost. Check the network on the way to the gateway',
		);
	});

	it('says so in the try that succeeds, under Retry On Fail', async () => {
		const memory = {};
		server.answer((_, response) => void response.destroy(), '<XMLGateway_Replies/>');
		await execute(server.url, 'reply', 'getNew', {}, { memory });
		const { items, hints } = await execute(server.url, 'reply', 'getNew', {}, { memory });
		expect(items).toEqual([]);
		expect(hints.map(({ message }) => message)).toEqual([
			'An earlier try of this run failed: The connection broke before the answer of the gateway was complete. The gateway returns each record once, so records of this answer may be lost.',
		]);
		const third = await execute(server.url, 'reply', 'getNew', {}, { memory });
		expect(third.hints).toEqual([]);
	});

	it('does not speak of loss when nothing was asked for', async () => {
		const { error } = await execute('http://127.0.0.1:9', 'reply', 'getNew');
		expect(error?.description).not.toContain('lost');
	});

	it('stops at a wrong login with a 401', async () => {
		server.answer(
			'<XMLGateway_Replies><Error>Invalid Username or Password</Error></XMLGateway_Replies>',
		);
		expect((await execute(server.url, 'reply', 'getNew')).error).toMatchObject({ httpCode: '401' });
	});
});

describe('Short Code Message: Get New', () => {
	it.each([
		[
			'xml',
			'<XMLGateway_SCmessages><SCmessage><SC>31234</SC><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>VOTE A</Message></SCmessage></XMLGateway_SCmessages>',
		],
		['query', 'SC=31234;CLI=27821111111;DateReceived=202611200815;Message=VOTE A'],
	])('gives each message over %s', async (via, body) => {
		server.answer(body);
		const { items } = await execute(server.url, 'shortCodeMessage', 'getNew', {
			options: { interface: via },
		});
		expect(items).toEqual([
			{
				json: {
					recordId: UUID,
					shortCode: '31234',
					from: '27821111111',
					receivedAt: '2026-11-20T08:15:00Z',
					text: 'VOTE A',
				},
				pairedItem: { item: 0 },
			},
		]);
	});
});

const LIST = [
	'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=77',
	'CLI=27822222222;DateReceived=202611210815;Message=* MANUALLY ADDED BY USER *;SentMessageID=',
	'CLI=27823333333;DateReceived=202611220815;Message=opt out;SentMessageID=79',
].join('&');

describe('Opt-Out: Get Many', () => {
	it('lists every entry with its source', async () => {
		server.answer(LIST);
		const { json } = await execute(server.url, 'optOut', 'getAll', { returnAll: true });
		expect(json).toEqual([
			{
				number: '27821111111',
				receivedAt: '2026-11-20T08:15:00Z',
				text: 'Stop',
				sentMessageId: '77',
				source: 'recipient',
			},
			{
				number: '27822222222',
				receivedAt: '2026-11-21T08:15:00Z',
				text: '* MANUALLY ADDED BY USER *',
				sentMessageId: null,
				source: 'manual',
			},
			expect.objectContaining({ number: '27823333333' }),
		]);
	});

	it.each([
		[{ limit: 2 }, ['27821111111', '27822222222']],
		[{ returnAll: true, filters: { source: 'manual' } }, ['27822222222']],
		[{ limit: 1, filters: { source: 'recipient' } }, ['27821111111']],
		[{ returnAll: true, filters: { receivedAfter: '2026-11-21T10:15:00' } }, ['27823333333']],
	])('with %j gives %j', async (parameters, numbers) => {
		server.answer(LIST);
		const { json } = await execute(server.url, 'optOut', 'getAll', parameters as IDataObject, {
			timezone: 'Africa/Johannesburg',
		});
		expect(json.map(({ number }) => number)).toEqual(numbers);
	});

	it('does not hide what it cannot read', async () => {
		server.answer(`${LIST}&2784???`);
		const { json } = await execute(server.url, 'optOut', 'getAll', { limit: 1 });
		expect(json).toEqual([
			expect.objectContaining({ number: '27821111111' }),
			{ unparsed: true, raw: '2784???' },
		]);
	});

	it('compares times to the second, and hides nothing whose time it cannot read', async () => {
		server.answer(`${LIST}&CLI=27824444444;DateReceived=202613400815;Message=Stop;SentMessageID=`);
		const { json } = await execute(server.url, 'optOut', 'getAll', {
			returnAll: true,
			filters: { receivedAfter: '2026-11-22T08:14:30Z' },
		});
		expect(json.map(({ number }) => number)).toEqual(['27823333333', '27824444444']);
	});

	it('says so where the limit leaves some out', async () => {
		server.answer(LIST);
		const { hints } = await execute(server.url, 'optOut', 'getAll', { limit: 2 });
		expect(hints).toMatchObject([
			{
				message:
					"2 of 3 opt-outs are returned. 'Limit' leaves out the rest. Turn on 'Return All' for all of them.",
			},
		]);
		server.answer(LIST);
		expect((await execute(server.url, 'optOut', 'getAll', { limit: 1 })).hints).toMatchObject([
			{ message: expect.stringMatching(/^1 of 3 opt-outs is returned\. /) },
		]);
		server.answer(LIST);
		expect((await execute(server.url, 'optOut', 'getAll', { limit: 3 })).hints).toEqual([]);
	});

	it('takes half a list for none, and tries once more', async () => {
		server.answer((_, response) => {
			response.writeHead(200, { 'Content-Length': '5000' });
			response.write(LIST);
			setTimeout(() => response.destroy(), 20);
		});
		const { error } = await execute(server.url, 'optOut', 'getAll', {});
		expect(error?.message).toBe(
			'The connection broke before the answer of the gateway was complete',
		);
		expect(server.requests).toHaveLength(2);
	});
});

describe('Opt-Out: Check', () => {
	it('says of each number whether it has opted out, reading the list once', async () => {
		server.answer(LIST);
		const { items } = await execute(server.url, 'optOut', 'check', [
			{ numbers: '+27 82 111 1111, 27829999999' },
			{ numbers: '082 222 2222', defaultCountry: 'ZA' },
		]);
		expect(server.requests).toHaveLength(1);
		expect(items).toEqual([
			{
				json: {
					recipient: '+27 82 111 1111',
					number: '27821111111',
					optedOut: true,
					receivedAt: '2026-11-20T08:15:00Z',
					source: 'recipient',
					description: 'The number has opted out',
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					recipient: '27829999999',
					number: '27829999999',
					optedOut: false,
					receivedAt: null,
					source: null,
					description: 'The number has not opted out',
				},
				pairedItem: { item: 0 },
			},
			{
				json: {
					recipient: '082 222 2222',
					number: '27822222222',
					optedOut: true,
					receivedAt: '2026-11-21T08:15:00Z',
					source: 'manual',
					description: 'The number has opted out',
				},
				pairedItem: { item: 1 },
			},
		]);
	});

	it('says of what is no number that it cannot be checked, and checks the others', async () => {
		server.answer(LIST);
		const { json, hints } = await execute(server.url, 'optOut', 'check', [
			{ numbers: '27821111111' },
			{ numbers: '12' },
			{ numbers: '' },
		]);
		const unknown = { number: null, optedOut: null, receivedAt: null, source: null };
		expect(json).toEqual([
			expect.objectContaining({ number: '27821111111', optedOut: true }),
			{
				recipient: '12',
				...unknown,
				description: 'The number does not have the 7 to 15 digits of an international number: 12',
			},
			{ recipient: '', ...unknown, description: "'Numbers' is empty" },
		]);
		expect(hints.map(({ message }) => message)).toEqual([
			'2 of 3 numbers could not be checked: The number does not have the 7 to 15 digits of an international number: 12.',
		]);
	});

	const entry = (number: string, text = 'Stop'): string =>
		`CLI=${number};DateReceived=202611200815;Message=${text};SentMessageID=77`;

	it.each([
		['with a plus sign', entry('+27824444444')],
		['with zeros before it', entry('0027824444444')],
		['with a zero before it', entry('027824444444')],
		['without a date', 'CLI=27824444444;DateReceived=;Message=Stop;SentMessageID='],
		['with spaces', 'CLI=27 82 444 4444;DateReceived=202611200815;Message=Stop;SentMessageID='],
		['behind a line break only', `${entry('27825555555')}\n${entry('27824444444')}`],
	])('finds a number that the list has %s', async (_, written) => {
		server.answer(`${entry('27821111111')}&${written}&${entry('27823333333')}`);
		const { json } = await execute(server.url, 'optOut', 'check', {
			numbers: '27824444444,27821111111,27823333333,27829999999',
		});
		expect(json.map(({ optedOut }) => optedOut)).toEqual([true, true, true, false]);
	});

	it('warns of entries that cannot be read', async () => {
		server.answer(`${LIST}&2784???`);
		const { hints } = await execute(server.url, 'optOut', 'check', { numbers: '27829999999' });
		expect(hints[0]?.message).toMatch(/^1 part of the list of opt-outs cannot be read\./);
	});

	it('fails rather than say that a number is free when the list cannot be had', async () => {
		server.answer('<html><title>Busy</title></html>');
		const { error } = await execute(server.url, 'optOut', 'check', { numbers: '27829999999' });
		expect(error?.message).toBe('The answer is not one a messaging gateway gives: "Busy"');
	});
});
