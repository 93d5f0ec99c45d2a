import { execute } from '../../support/context';
import { testServer } from '../../support/server';

const server = testServer();

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

	it('says that records may be lost when the answer broke, and is not asked for again', async () => {
		server.answer((_, response) => void response.destroy(), '<XMLGateway_Replies/>');
		const { error } = await execute(server.url, 'reply', 'getNew');
		expect(server.requests).toHaveLength(1);
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
});
