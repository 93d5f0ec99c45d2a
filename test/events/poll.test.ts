import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { TIMEOUTS } from '../../nodes/MessagingGateway/gateway/specification/limits';
import { setUpClock, skip } from '../support/fastTime';
import { poll } from '../support/poll';
import { type RecordedRequest, type Reply, testServer } from '../support/server';
import { statusId, statusResponse } from '../support/xmlAnswers';

const server = testServer();

const UUID = expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/) as string;

const REPLY =
	'<XMLGateway_Replies><Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>Yes &amp; no</Message><SentMessageID>77</SentMessageID></Reply></XMLGateway_Replies>';
const QUERY_REPLY = 'CLI=27821111111;DateReceived=202611200815;Message=Yes;SentMessageID=&';
const SHORT_CODE_MESSAGE =
	'<XMLGateway_SCmessages><SCmessage><SC>31234</SC><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>VOTE 1</Message></SCmessage></XMLGateway_SCmessages>';
const WRONG_LOGIN =
	'<XMLGateway_Replies><Error>Invalid Username or Password</Error></XMLGateway_Replies>';
const statusDocument = (...entries: Array<Parameters<typeof statusId>>): string =>
	statusResponse(...entries.map((entry) => statusId(...entry)));

/** Answers by what is asked for. */
const serve = (answers: Record<string, Reply>): void =>
	server.answer((request, response, socket) => {
		const answer = answers[request.path] ?? '';
		if (typeof answer === 'function') answer(request, response, socket);
		else response.end(answer);
	});
const fail: Reply = (_, response) => void response.writeHead(500).end();
const paths = () => server.requests.map(({ path }) => path);
const askedIds = ({ body }: RecordedRequest) =>
	[...body.matchAll(/<ID>(\d+)<\/ID>/g)].map(([, id]) => id);
const all = ['statusChange', 'shortCodeMessage', 'reply'];

describe('new records', () => {
	it('hands replies to n8n and returns nothing', async () => {
		serve({ '/xmlgetreplies.asp': REPLY });
		const { emitted, returned, recorded } = await poll({ url: server.url });
		expect(emitted).toEqual([
			[
				{
					event: 'reply',
					recordId: UUID,
					from: '27821111111',
					receivedAt: '2026-11-20T08:15:00Z',
					text: 'Yes & no',
					sentMessageId: '77',
					optOut: false,
				},
			],
		]);
		expect(returned).toBeNull();
		expect(recorded).toEqual([]);
		expect(paths()).toEqual(['/xmlgetreplies.asp']);
	});

	it('reads replies without short-code messages where both are chosen, so that none comes twice', async () => {
		serve({ '/httpgetreplies.asp': QUERY_REPLY, '/xmlgetscmessages.asp': SHORT_CODE_MESSAGE });
		const { emitted } = await poll({
			url: server.url,
			parameters: { events: ['shortCodeMessage', 'reply'], options: { excludeShortCode: false } },
		});
		expect(paths()).toEqual(['/httpgetreplies.asp', '/xmlgetscmessages.asp']);
		expect(server.requests[0]?.query).toMatchObject({ excludesc: 'true' });
		expect(emitted).toMatchObject([
			[{ event: 'reply', text: 'Yes' }],
			[{ event: 'shortCodeMessage', shortCode: '31234', text: 'VOTE 1' }],
		]);
	});

	it('reads them so with Exclude Short Code too', async () => {
		serve({ '/httpgetreplies.asp': QUERY_REPLY });
		await poll({ url: server.url, parameters: { options: { excludeShortCode: true } } });
		expect(server.requests[0]?.query).toMatchObject({ excludesc: 'true' });
	});

	it('honours XML where both are chosen: then nothing can be forged, and each such message is both', async () => {
		serve({ '/xmlgetreplies.asp': REPLY, '/xmlgetscmessages.asp': SHORT_CODE_MESSAGE });
		const { emitted } = await poll({
			url: server.url,
			workflow: 'honours XML',
			parameters: { events: ['reply', 'shortCodeMessage'], options: { interface: 'xml' } },
		});
		expect(paths()).toEqual(['/xmlgetreplies.asp', '/xmlgetscmessages.asp']);
		expect(emitted).toHaveLength(2);
	});

	it('emits what it cannot read', async () => {
		serve({ '/xmlgetreplies.asp': 'Out of order' });
		const { emitted } = await poll({ url: server.url, parameters: { options: {} } });
		expect(emitted).toEqual([]);
		serve({ '/xmlgetreplies.asp': `<XMLGateway_Replies><Reply>half</Reply></XMLGateway_Replies>` });
		const second = await poll({ url: server.url });
		expect(second.emitted).toEqual([
			[{ event: 'reply', recordId: UUID, unparsed: true, raw: '<Reply>half</Reply>' }],
		]);
	});

	it('hands over each answer before it asks for the next', async () => {
		const order: string[] = [];
		serve({
			'/httpgetreplies.asp': (_, response) => {
				order.push('replies asked for');
				response.end(QUERY_REPLY);
			},
			'/xmlgetscmessages.asp': (_, response) => {
				order.push('short-code messages asked for');
				response.end(SHORT_CODE_MESSAGE);
			},
		});
		await poll({
			url: server.url,
			workflow: 'in order',
			parameters: { events: ['reply', 'shortCodeMessage'] },
			onEmit: ([first]) => order.push(`${String(first?.event)} emitted`),
		});
		expect(order).toEqual([
			'replies asked for',
			'reply emitted',
			'short-code messages asked for',
			'shortCodeMessage emitted',
		]);
	});
});

describe('status changes', () => {
	const parameters = { events: ['statusChange'], messageIds: '7, 8;9\n007' };

	it('are handed over, and remembered in the same breath', async () => {
		serve({ '/xmlgetstatus.asp': statusDocument(['7', 'SENT', 105], ['8', 'NOTFOUND', -2]) });
		const staticData = {};
		const remembered: unknown[] = [];
		const first = await poll({
			url: server.url,
			parameters,
			staticData,
			onEmit: () => remembered.push(structuredClone(staticData)),
		});
		expect(first.returned).toBeNull();
		expect(first.emitted).toMatchObject([
			[{ event: 'statusChange', messageId: '7', status: 'SENT', previousStatus: null }],
		]);
		expect(remembered).toMatchObject([{ statusChange: { 7: '105 SENT' } }]);
		expect(askedIds(server.requests[0] as RecordedRequest)).toEqual(['7', '8', '9']);

		serve({ '/xmlgetstatus.asp': statusDocument(['7', 'DELIVERED', 0], ['8', 'SENT', 105]) });
		const second = await poll({ url: server.url, parameters, staticData });
		expect(second.emitted).toMatchObject([
			[
				{ messageId: '7', status: 'DELIVERED', previousStatus: 'SENT', previousStatusCode: 105 },
				{ messageId: '8', status: 'SENT', previousStatus: null },
			],
		]);

		serve({ '/xmlgetstatus.asp': statusDocument(['8', 'SENT', 105], ['9', 'NOTFOUND', -2]) });
		expect((await poll({ url: server.url, parameters, staticData })).emitted).toEqual([]);
		expect(askedIds(server.requests[0] as RecordedRequest)).toEqual(['8', '9']);
	});

	it('need no request when every message has come to its end', async () => {
		serve({});
		const staticData = {
			statusChange: { 7: '0 DELIVERED over', 8: '0 DELIVERED over', 9: '100 SENT over' },
		};
		const ended = { url: server.url, parameters, staticData, workflow: 'all ended' };
		expect((await poll(ended)).emitted).toEqual([]);
		expect(server.requests).toEqual([]);
	});

	it.each([undefined, null, '', []])('want IDs, and not %j, which is said', async (messageIds) => {
		const parameters = { events: ['statusChange'], messageIds };
		const { error } = await poll({ url: server.url, parameters });
		expect(error?.message).toBe("'Message IDs' is empty");
	});

	it('are not forgotten when the list becomes empty, which is said once', async () => {
		serve({ '/xmlgetstatus.asp': statusDocument(['7', 'SENT', 105]) });
		const staticData = {};
		const setup = { url: server.url, staticData, workflow: 'empty list' };
		const watching = { events: ['statusChange'], messageIds: '7' };
		const empty = { events: ['statusChange'], messageIds: '' };
		expect((await poll({ ...setup, parameters: watching })).emitted).toHaveLength(1);
		expect((await poll({ ...setup, parameters: empty })).error?.message).toBe(
			"'Message IDs' is empty",
		);
		expect((await poll({ ...setup, parameters: empty })).error).toBeUndefined();
		expect((await poll({ ...setup, parameters: watching })).emitted).toEqual([]);
	});

	it('of the other IDs come although one is none', async () => {
		serve({ '/xmlgetstatus.asp': statusDocument(['7', 'SENT', 105]) });
		const { emitted, recorded } = await poll({
			url: server.url,
			parameters: { events: ['statusChange'], messageIds: '7, order-12' },
		});
		expect(emitted).toMatchObject([[{ messageId: '7' }]]);
		expect(recorded[0]?.message).toBe(
			'\'Message IDs\' holds "order-12", which is not a message ID',
		);
	});

	it('are refused for a list beyond what n8n can keep in mind', async () => {
		serve({});
		const messageIds = Array.from({ length: 10_001 }, (_, index) => index + 1);
		const { error } = await poll({
			url: server.url,
			parameters: { events: ['statusChange'], messageIds },
		});
		expect(error?.message).toBe(
			"'Message IDs' holds 10001 IDs, and a trigger watches at most 10000",
		);
		expect(server.requests).toEqual([]);
	});

	it('wait for an expression that fails, while replies come', async () => {
		serve({ '/xmlgetreplies.asp': REPLY });
		const { emitted, recorded } = await poll({
			url: server.url,
			parameters: {
				events: ['reply', 'statusChange'],
				messageIds: () => {
					throw new Error('No such node');
				},
			} as unknown as IDataObject,
		});
		expect(emitted).toMatchObject([[{ event: 'reply' }]]);
		expect(recorded[0]?.message).toBe('The parameters of this item cannot be read: No such node');
	});

	it('survive an answer that broke, as far as it came', async () => {
		const document = statusDocument(['7', 'SENT', 105], ['8', 'SENT', 105]);
		serve({
			'/xmlgetstatus.asp': ({ body }, response) => {
				response.writeHead(200, { 'Content-Length': String(document.length) });
				response.write(document.slice(0, body.includes('<ID>7</ID>') ? 260 : 10));
				setTimeout(() => response.destroy(), 20);
			},
		});
		const { emitted, recorded } = await poll({ url: server.url, parameters });
		expect(emitted).toMatchObject([[{ messageId: '7' }]]);
		expect(recorded[0]?.message).toBe(
			'Statuses were not all read. The connection broke before the answer of the gateway was complete',
		);
	});
});

describe('when something goes wrong', () => {
	it('asks for statuses first and loses nothing of the others', async () => {
		serve({
			'/xmlgetstatus.asp': fail,
			'/httpgetreplies.asp': QUERY_REPLY,
			'/xmlgetscmessages.asp': SHORT_CODE_MESSAGE,
		});
		const { emitted, error, recorded } = await poll({
			url: server.url,
			workflow: 'statuses first',
			parameters: { events: all, messageIds: '7' },
		});
		expect(paths()).toEqual(['/xmlgetstatus.asp', '/httpgetreplies.asp', '/xmlgetscmessages.asp']);
		expect(emitted).toMatchObject([[{ event: 'reply' }], [{ event: 'shortCodeMessage' }]]);
		expect(error).toBeUndefined();
		expect(recorded).toMatchObject([
			{
				name: 'NodeApiError',
				message: 'Statuses were not read. The gateway could not process the request (HTTP 500)',
				httpCode: '500',
				failure: { cause: 'temporarily-unavailable' },
			},
		]);
	});

	it('hands over status changes although the records cannot be read', async () => {
		serve({
			'/xmlgetstatus.asp': statusDocument(['7', 'SENT', 105]),
			'/httpgetreplies.asp': fail,
			'/xmlgetscmessages.asp': fail,
		});
		const staticData = {};
		const { emitted, recorded } = await poll({
			url: server.url,
			workflow: 'changes although',
			parameters: { events: all, messageIds: '7' },
			staticData,
		});
		expect(emitted).toMatchObject([[{ messageId: '7' }]]);
		expect(staticData).toMatchObject({ statusChange: { 7: '105 SENT' } });
		expect(recorded).toHaveLength(1);
		expect(recorded[0]?.message).toBe(
			'Replies were not read. The gateway could not process the request (HTTP 500)',
		);
		expect(recorded[0]?.description).toBe(
			'The gateway returns each record once, so records of this answer may be lost. Try again later, or ask the gateway provider. Short code messages were not read. The gateway could not process the request (HTTP 500)',
		);
	});

	it('fails as a whole, for the durable scheduler to wait, when nothing could be read', async () => {
		serve({ '/httpgetreplies.asp': fail, '/xmlgetscmessages.asp': fail });
		const { error, recorded } = await poll({
			url: server.url,
			workflow: 'fails as a whole',
			parameters: { events: ['reply', 'shortCodeMessage'] },
		});
		expect(error?.message).toBe(
			'Replies were not read. The gateway could not process the request (HTTP 500)',
		);
		expect(recorded).toEqual([]);
	});

	it.each([
		['n8n 1', 'a gateway in trouble', fail, '500'],
		['n8n 2', 'a gateway in trouble', fail, '500'],
		['n8n 1', 'a wrong login', WRONG_LOGIN, '401'],
		['n8n 2', 'a wrong login', WRONG_LOGIN, '401'],
	] as const)(
		'never throws in %s because of %s, which would end a trigger that starts',
		async (host, _, answer, httpCode) => {
			serve({ '/xmlgetreplies.asp': answer });
			const { error, returned, recorded } = await poll({ url: server.url, host });
			expect(error).toBeUndefined();
			expect(returned).toBeNull();
			expect(recorded).toMatchObject([{ httpCode }]);
		},
	);

	it('knocks once with a wrong login, and says so in the words of n8n', async () => {
		serve({ '/httpgetreplies.asp': 'FAIL&' });
		const { error } = await poll({
			url: server.url,
			parameters: { events: ['reply', 'shortCodeMessage'] },
		});
		expect(error).toMatchObject({
			message: 'Replies were not read. The gateway did not accept the login name or password',
			httpCode: '401',
			failure: { cause: 'credential-invalid' },
		});
		expect(paths()).toEqual(['/httpgetreplies.asp']);
	});

	it.each([
		['a wrong login', { '/xmlgetreplies.asp': WRONG_LOGIN }, '401', 'credential-invalid'],
		['HTTP 404', { '/xmlgetreplies.asp': status(404) }, '404', 'configuration-invalid'],
		['HTTP 429', { '/xmlgetreplies.asp': status(429) }, '429', 'rate-limited'],
		['HTTP 503', { '/xmlgetreplies.asp': status(503) }, '503', 'temporarily-unavailable'],
	])('tells n8n what kind of failure %s is', async (_, answers, httpCode, cause) => {
		serve(answers);
		const { error } = await poll({ url: server.url });
		expect(error).toMatchObject({ httpCode, failure: { cause } });
	});

	const PAGE = '<!doctype html><html><body>Back soon</body></html>\n';

	it.each<[string, Reply, boolean]>([
		['a whole web page', PAGE, false],
		[
			'the page of a proxy, which may have got records for it',
			(_, response) => void response.writeHead(403, { Via: '1.1 proxy' }).end(PAGE),
			true,
		],
		['HTTP 503', status(503), false],
		['a wrong login', WRONG_LOGIN, false],
		['HTTP 500, when its program may have stopped halfway', status(500), true],
		[
			'HTTP 500 with a page of its own',
			(_, response) => void response.writeHead(500).end(PAGE),
			true,
		],
		['an empty answer', '', true],
		['an answer that breaks', brokenAfter('<XMLGateway_Replies>'), true],
	])('says that records may be lost only where they may: %s', async (_, answer, mayBe) => {
		serve({ '/xmlgetreplies.asp': answer });
		const { error } = await poll({ url: server.url });
		const sentence =
			'The gateway returns each record once, so records of this answer may be lost. ';
		expect(error?.description?.startsWith(sentence)).toBe(mayBe);
	});

	it.each([
		[[], 'empty'],
		[null, 'empty'],
		[[undefined], 'empty'],
		['', 'empty'],
		[['reply', 'statusChanges'], '"statusChanges"'],
	])('wants events, and not %j', async (events, shown) => {
		serve({});
		const { error } = await poll({ url: server.url, parameters: { events } });
		expect(server.requests).toEqual([]);
		expect(error?.message).toBe(`'Trigger On' is ${shown}, which is none of its values`);
		expect(error?.description).toBe('Choose at least one event');
	});
});

describe('a failure that goes on', () => {
	beforeEach(setUpClock);
	afterEach(() => jest.restoreAllMocks());
	const A_MINUTE = 60_000;
	const page = (time: string) => `<html><body>Back soon. It is ${time}</body></html>`;

	it.each(['n8n 2', 'durable'] as const)(
		'is reported at once, and then once an hour, in %s',
		async (host) => {
			let reports = 0;
			for (let minute = 0; minute < 121; minute += 1) {
				serve({ '/xmlgetreplies.asp': page(`minute ${minute}`) });
				const { error, recorded } = await poll({ url: server.url, host });
				reports += recorded.length + (error ? 1 : 0);
				skip(A_MINUTE);
			}
			expect(reports).toBe(3);
		},
	);

	it('is the same one although its sentence counts something else each time', async () => {
		serve({});
		const reports: unknown[] = [];
		for (const count of [10_001, 10_002, 10_003]) {
			const messageIds = Array.from({ length: count }, (_, index) => index + 1);
			const parameters = { events: ['statusChange'], messageIds };
			const setup = { url: server.url, workflow: 'ever more', host: 'n8n 2' as const };
			const { recorded } = await poll({ ...setup, parameters });
			reports.push(...recorded);
		}
		expect(reports).toHaveLength(1);
	});

	const reportOf = async (answer: Reply): Promise<string | undefined> => {
		serve({ '/xmlgetreplies.asp': answer });
		const { recorded } = await poll({ url: server.url, host: 'n8n 2' });
		return recorded[0]?.message.replace(/^.*read\. /, '');
	};

	it('is reported again after a success, and another one at once', async () => {
		const nothing = '<XMLGateway_Replies></XMLGateway_Replies>';
		const failed = 'The gateway could not process the request (HTTP 500)';
		const wrongLogin = 'The gateway did not accept the login name or password';
		expect(await reportOf(fail)).toBe(failed);
		expect(await reportOf(fail)).toBeUndefined();
		expect(await reportOf(WRONG_LOGIN)).toBe(wrongLogin);
		expect(await reportOf(fail)).toBeUndefined();
		expect(await reportOf(nothing)).toBeUndefined();
		expect(await reportOf(fail)).toBe(failed);
	});

	it('of one event does not end with the success of another', async () => {
		const parameters = { events: ['reply', 'shortCodeMessage'], options: { interface: 'xml' } };
		serve({ '/xmlgetreplies.asp': REPLY, '/xmlgetscmessages.asp': fail });
		const polls = [1, 2, 3].map(() => ({ url: server.url, host: 'n8n 2' as const, parameters }));
		const reports: number[] = [];
		for (const setup of polls) reports.push((await poll(setup)).recorded.length);
		expect(reports).toEqual([1, 0, 0]);
	});

	it('is a wrong login whichever event meets it first', async () => {
		const parameters = { events: ['reply', 'shortCodeMessage'] };
		serve({ '/httpgetreplies.asp': 'FAIL&', '/xmlgetscmessages.asp': WRONG_LOGIN });
		const setup = { url: server.url, host: 'n8n 2' as const, parameters };
		expect((await poll(setup)).recorded).toHaveLength(1);
		expect((await poll(setup)).recorded).toEqual([]);
		expect(paths()).toEqual(['/httpgetreplies.asp', '/xmlgetscmessages.asp']);
	});
});

describe('time', () => {
	beforeEach(setUpClock);
	afterEach(() => jest.restoreAllMocks());

	it.each([
		['an hour', 3_600_000],
		['a year', 31_536_000_000],
	])("goes on where the machine's clock is set back by %s", async (_, milliseconds) => {
		const setup = { url: server.url, host: 'n8n 2' as const };
		serve({ '/xmlgetreplies.asp': REPLY });
		expect((await poll(setup)).emitted).toHaveLength(1);
		const now = Date.now() - milliseconds;
		jest.spyOn(Date, 'now').mockReturnValue(now);
		expect((await poll(setup)).emitted).toHaveLength(1);
		serve({ '/xmlgetreplies.asp': fail });
		expect((await poll(setup)).recorded).toMatchObject([
			{ message: 'Replies were not read. The gateway could not process the request (HTTP 500)' },
		]);
		skip(3_600_000);
		expect((await poll(setup)).recorded).toHaveLength(1);
	});

	it('leaves the other events their time when one hangs', async () => {
		serve({
			'/xmlgetstatus.asp': () => skip(45_000),
			'/httpgetreplies.asp': QUERY_REPLY,
			'/xmlgetscmessages.asp': SHORT_CODE_MESSAGE,
		});
		jest.replaceProperty(TIMEOUTS, 'read', 200);
		const { emitted, recorded } = await poll({
			url: server.url,
			workflow: 'shares',
			parameters: { events: all, messageIds: '7' },
			budget: 240_000,
		});
		expect(emitted).toHaveLength(2);
		expect(recorded[0]?.message).toBe(
			'Statuses were not read. The gateway did not answer within 0.2 seconds',
		);
	});

	it('begins no read of records that has not its whole time left, and takes turns', async () => {
		const late =
			(body: string): Reply =>
			(_, response) => {
				skip(20_000);
				response.end(body);
			};
		serve({
			'/httpgetreplies.asp': late(QUERY_REPLY),
			'/xmlgetscmessages.asp': late(SHORT_CODE_MESSAGE),
		});
		const setup = {
			url: server.url,
			parameters: { events: ['reply', 'shortCodeMessage'] },
			host: 'durable' as const,
			workflow: 'in turns',
		};
		const polls = [await poll(setup), await poll(setup)];
		expect(polls.map(({ emitted }) => emitted)).toMatchObject([
			[[{ event: 'reply' }]],
			[[{ event: 'shortCodeMessage' }]],
		]);
		expect(polls.map(({ recorded }) => recorded[0]?.message)).toEqual([
			'Short code messages were not read. The time for one poll was up before this request',
			'Replies were not read. The time for one poll was up before this request',
		]);
		expect(server.requests).toHaveLength(2);
	});

	it('begins no request that has no time left to be answered', async () => {
		serve({ '/xmlgetreplies.asp': REPLY });
		const { error } = await poll({ url: server.url, budget: 900 });
		expect(error?.message).toBe(
			'Replies were not read. The time for one poll was up before this request',
		);
		expect(server.requests).toEqual([]);
	});

	it('lets one poll of a trigger end before it begins another', async () => {
		serve({
			'/xmlgetstatus.asp': async (_, response) => {
				await wait(50);
				response.end(statusDocument(['7', 'SENT', 105]));
			},
		});
		const setup = {
			url: server.url,
			parameters: { events: ['statusChange'], messageIds: '7' },
			staticData: {},
		};
		const [first, second] = await Promise.all([poll(setup), poll(setup)]);
		expect(first?.emitted).toHaveLength(1);
		expect(second).toMatchObject({ returned: null, emitted: [], error: undefined });
		expect(server.requests).toHaveLength(1);
	});
});

function status(code: number): Reply {
	return (_, response) => void response.writeHead(code).end();
}

/** Begins an answer of a length that does not come. */
function brokenAfter(text: string): Reply {
	return (_, response) => {
		response.writeHead(200, { 'Content-Length': '1000' });
		response.write(text);
		setTimeout(() => response.destroy(), 20);
	};
}
