import { ONE_ROW } from '../support/oneRow';
import { poll } from '../support/poll';
import { testServer } from '../support/server';
import { size } from '../support/runs';
import { statusId, statusResponse } from '../support/xmlAnswers';

const server = testServer();

const NO_REPLIES = '<XMLGateway_Replies></XMLGateway_Replies>';
const REPLY = ONE_ROW.reply.xml;

const test = async (parameters = {}, staticData = {}) =>
	await poll({ url: server.url, parameters, staticData, mode: 'manual' });

const LIVE = { testData: 'live' };

describe('Fetch Test Event', () => {
	it('shows samples unless told otherwise, and asks the gateway for nothing', async () => {
		server.answer(REPLY);
		const { returned } = await test({ events: ['reply', 'shortCodeMessage'] });
		const sample = {
			recordId: expect.stringMatching(/^[\da-f-]{36}$/) as string,
			from: '999000000001',
			receivedAt: '2026-11-20T08:15:00Z',
			sample: true,
		};
		expect(returned).toEqual([
			{
				...sample,
				event: 'reply',
				text: 'Sample: Yes, see you then',
				sentMessageId: '1001',
				optOut: false,
			},
			{ ...sample, event: 'reply', text: 'Sample: STOP', sentMessageId: '1001', optOut: true },
			{ ...sample, event: 'shortCodeMessage', shortCode: '31234', text: 'Sample: VOTE Amina' },
		]);
		expect(returned?.map((item) => Object.keys(item).slice(0, 2))).toEqual(
			Array(3).fill(['event', 'sample']),
		);
		expect(server.requests).toEqual([]);
	});

	it('gives each sample an ID of its own every time', async () => {
		const ids = [...((await test()).returned ?? []), ...((await test()).returned ?? [])].map(
			({ recordId }) => recordId,
		);
		expect(new Set(ids).size).toBe(4);
	});

	it('takes live records where those are chosen, and marks nothing', async () => {
		server.answer(REPLY);
		const { returned } = await test({ options: LIVE });
		expect(returned).toEqual([
			{
				event: 'reply',
				recordId: expect.any(String) as string,
				from: '27821111111',
				receivedAt: '2026-11-20T08:15:00Z',
				text: 'Hi',
				sentMessageId: '77',
				optOut: false,
			},
		]);
	});

	it('gives as many live records as there are', async () => {
		const count = size(130_000);
		server.answer(ONE_ROW.reply.query.repeat(count));
		const options = { interface: 'query', testData: 'live' };
		const { returned } = await test({ options });
		expect(returned).toHaveLength(count);
	});

	it('says that there is nothing live', async () => {
		server.answer(NO_REPLIES);
		const { error } = await test({ options: LIVE });
		expect(error?.message).toBe('No data with the current filter could be found');
		expect(error?.description).toBe('The gateway has nothing new for this trigger at the moment');
	});

	it('does not throw away live records because a second read fails', async () => {
		server.answer(ONE_ROW.reply.query, (_, response) => void response.writeHead(500).end());
		const events = ['reply', 'shortCodeMessage'];
		const { returned } = await test({ options: LIVE, events });
		expect(returned).toMatchObject([{ text: 'Hi' }]);
		server.answer('', (_, response) => void response.writeHead(500).end());
		const { error } = await test({ options: LIVE, events });
		expect(error?.message).toBe(
			'Short code messages were not read. The gateway could not process the request (HTTP 500)',
		);
	});

	it('fails before it takes anything when the statuses cannot be read', async () => {
		server.answer((_, response) => void response.writeHead(500).end());
		const { error } = await test({
			options: LIVE,
			events: ['reply', 'statusChange'],
			messageIds: '7',
		});
		expect(error?.message).toMatch(/^Statuses were not read\. /);
		expect(server.requests.map(({ path }) => path)).toEqual(['/xmlgetstatus.asp']);
	});

	it('shows statuses as they are, and leaves alone what the active workflow remembers', async () => {
		server.answer(statusResponse(statusId('7', 'SENT', 105)));
		const staticData = { statusChange: { 7: '105 SENT' } };
		const { returned } = await test({ events: ['statusChange'], messageIds: '7' }, staticData);
		expect(returned).toMatchObject([
			{ event: 'statusChange', messageId: '7', status: 'SENT', previousStatus: null },
		]);
		expect(staticData).toEqual({ statusChange: { 7: '105 SENT' } });
	});
});
