import type { IDataObject } from 'n8n-workflow';
import { execute, type Run } from '../../../support/context';
import { startServer, type RecordedRequest, type TestServer } from '../../../support/server';
import { accepted, type NumberId } from '../../../support/xmlAnswers';

let server: TestServer;
beforeAll(async () => {
	server = await startServer();
	server.answer((request, response) => {
		response.end(accepted(...numbersIn(request).map((number): NumberId => [number, '900'])));
	});
});
afterAll(async () => server.close());
beforeEach(() => {
	server.requests.length = 0;
	isNow('2026-11-20T10:34:30');
});
afterEach(() => {
	jest.restoreAllMocks();
});

/** A time in Johannesburg. 2026-11-20 is a Friday. */
const isNow = (time: string) =>
	jest.spyOn(Date, 'now').mockReturnValue(Date.parse(`${time}+02:00`));

const numbersIn = ({ body }: RecordedRequest): string[] =>
	[...body.matchAll(/<Number>(\d+)</g)].map(([, number = '']) => number);

const numbers = (count: number): string =>
	Array.from({ length: count }, (_, index) => `27${821_000_000 + index}`).join();

const send = async (options: IDataObject, rest: IDataObject = {}): Promise<Run> =>
	await sendRows([{ ...rest, options }]);

const sendRows = async (rows: IDataObject[], timezone = 'Africa/Johannesburg'): Promise<Run> =>
	await execute(
		server.url,
		'message',
		'send',
		rows.map((row) => ({ numbers: '27821111111', text: 'Hi', ...row })),
		{ timezone },
	);

const times = ({ json }: Run): unknown => json.map(({ scheduledAt }) => scheduledAt);
const messages = ({ hints }: Run): string[] => hints.map(({ message }) => message);

/** The requests: when, and to how many. */
const requested = (): Array<[string | undefined, number]> =>
	server.requests.map((request) => [
		/<Scheduled>(\d+)</.exec(request.body)?.[1],
		numbersIn(request).length,
	]);

const DAY = { from: '08:00', until: '20:00' };
const MARKETING = {
	values: { ...DAY, days: [1, 2, 3, 4, 5] },
	secondWindow: { from: '09:00', until: '13:00', days: [6] },
};

describe('Send Between', () => {
	it('sends at once inside', async () => {
		expect(times(await send({ sendBetween: { values: DAY } }))).toEqual([null]);
		expect(requested()).toEqual([[undefined, 1]]);
	});

	it('schedules for the next opening what would go out outside', async () => {
		isNow('2026-11-20T20:00:00');
		const run = await send({ sendBetween: { values: DAY } });
		expect(times(run)).toEqual(['2026-11-21T06:00:00Z']);
		expect(requested()).toEqual([['202611210600', 1]]);
		expect(messages(run)).toEqual([
			"Scheduled for 2026-11-21 08:00 Africa/Johannesburg (2026-11-21 06:00 GMT): 'Send Between' or 'Closed Dates' allow no earlier time.",
		]);
	});

	it('schedules in the last minute of a window too, as a request may take a minute', async () => {
		isNow('2026-11-20T19:59:00');
		expect(times(await send({ sendBetween: { values: DAY } }))).toEqual(['2026-11-21T06:00:00Z']);
		isNow('2026-11-20T19:58:59');
		expect(times(await send({ sendBetween: { values: DAY } }))).toEqual([null]);
	});

	it('keeps a time that was asked for in the last minute of a window', async () => {
		const scheduledAt = '2026-11-20T19:59';
		const run = await send({ scheduledAt, sendBetween: { values: DAY } });
		expect(times(run)).toEqual(['2026-11-20T17:59:00Z']);
	});

	it('has several windows', async () => {
		const scheduled = ['2026-11-20T21:00', '2026-11-21T12:59', '2026-11-21T13:00'];
		const run = await sendRows(
			scheduled.map((scheduledAt) => ({
				options: { scheduledAt, sendBetween: MARKETING },
			})),
		);
		expect(times(run)).toEqual([
			'2026-11-21T07:00:00Z',
			'2026-11-21T10:59:00Z',
			'2026-11-23T06:00:00Z',
		]);
	});

	it('moves a scheduled time that lies outside once its seconds are rounded up', async () => {
		const scheduledAt = '2026-11-23T19:59:30';
		const run = await send({ scheduledAt, sendBetween: { values: DAY } });
		expect(times(run)).toEqual(['2026-11-24T06:00:00Z']);
	});

	it('can be another one for each item', async () => {
		const run = await sendRows([
			{ options: { sendBetween: { values: { from: '12:00', until: '20:00' } } } },
			{ options: { sendBetween: { values: { from: '14:00', until: '20:00' } } } },
		]);
		expect(times(run)).toEqual(['2026-11-20T10:00:00Z', '2026-11-20T12:00:00Z']);
	});

	it('does not rescue a scheduled time that is past', async () => {
		const scheduledAt = '2026-11-20T09:00';
		const run = await send({ scheduledAt, sendBetween: { values: DAY }, failWhen: 'never' });
		expect(run.json[0]?.result).toBe('INVALID_TIME');
	});

	it.each([
		[{ from: '8', until: '20:00' }, `'From' is "8". Write it as 08:00`],
		[{ from: '24:00', until: '20:00' }, `'From' is "24:00". Write it as 08:00`],
		[{ from: '08:00', until: '25:00' }, `'Until' is "25:00". Write it as 20:00`],
		[
			{ from: '08:00', until: '0800' },
			"'From' and 'Until' are the same time. Write a whole day as 00:00 and 24:00",
		],
		[{ ...DAY, days: [] }, "'Days' is empty. Choose at least one, 1 for Monday to 7 for Sunday"],
	])('sends nothing if it is %j', async (window, problem) => {
		const { json } = await send({ sendBetween: { values: window }, failWhen: 'never' });
		expect(json[0]).toMatchObject({
			result: 'NOT_SENT',
			description: `Not sent. 'Send Between': ${problem}`,
		});
		expect(server.requests).toEqual([]);
	});

	it('names the window that cannot be read', async () => {
		const sendBetween = { values: DAY, secondWindow: { from: '8 am', until: '13:00' } };
		const { json } = await send({ sendBetween, failWhen: 'never' });
		expect(json[0]?.description).toBe(
			`Not sent. 'Send Between', window 2: 'From' is "8 am". Write it as 08:00`,
		);
	});

	it('sends nothing without a window', async () => {
		const { json } = await send({ sendBetween: {}, failWhen: 'never' });
		expect(json[0]?.description).toBe(
			"Not sent. 'Send Between' has no value. Correct its expression, or remove it",
		);
	});
});

describe('Outside These Hours: Do Not Send', () => {
	const hours = { sendBetween: { values: DAY }, outsideHours: 'doNotSend', failWhen: 'never' };
	const NOT_PERMITTED = "Not sent. 'Send Between' or 'Closed Dates' do not allow this time";

	it('sends at once inside', async () => {
		expect((await send(hours)).json[0]).toMatchObject({ result: 'ACCEPTED', scheduledAt: null });
	});

	it.each([
		['before they open', '2026-11-20T07:59:30', {}],
		['in their last minute', '2026-11-20T19:59:00', {}],
		['after they have closed', '2026-11-20T20:00:00', {}],
		['at a time that was asked for', '2026-11-20T10:00:00', { scheduledAt: '2026-11-20T20:00' }],
		['on a closed date', '2026-11-20T10:00:00', { closedDates: '2026-11-20' }],
	])('sends nothing %s', async (_, now, options) => {
		isNow(now);
		const { json } = await send({ ...hours, ...options });
		expect(json[0]).toMatchObject({ result: 'NOT_SENT', description: NOT_PERMITTED });
		expect(server.requests).toEqual([]);
	});

	it('ends what Messages per Minute spreads', async () => {
		isNow('2026-11-20T19:57:30');
		const run = await send({ ...hours, messagesPerMinute: 1 }, { numbers: numbers(4) });
		expect(run.json.map(({ result, scheduledAt }) => [result, scheduledAt])).toEqual([
			['ACCEPTED', null],
			['ACCEPTED', '2026-11-20T17:58:00Z'],
			['ACCEPTED', '2026-11-20T17:59:00Z'],
			['NOT_SENT', null],
		]);
	});
});

describe('Closed Dates', () => {
	it.each([
		['2026-11-20', '2026-11-20T22:00:00Z'],
		['2026-12-25, 2026-11-20\n2026-11-21', '2026-11-21T22:00:00Z'],
		[['2026-11-20', '2026-11-21'], '2026-11-21T22:00:00Z'],
		[[new Date('2026-11-19T22:00:00Z')], '2026-11-20T22:00:00Z'],
		['2026-11-21', null],
		['', null],
		[[], null],
	])('lets nothing out on %j', async (closedDates, expected) => {
		expect(times(await send({ closedDates }))).toEqual([expected]);
	});

	it('holds together with Send Between', async () => {
		isNow('2026-11-19T21:00:00');
		const run = await send({ closedDates: '2026-11-20', sendBetween: MARKETING });
		expect(times(run)).toEqual(['2026-11-21T07:00:00Z']);
	});

	it('says why a time was moved', async () => {
		expect(messages(await send({ closedDates: '2026-11-20' }))).toEqual([
			"Scheduled for 2026-11-21 00:00 Africa/Johannesburg (2026-11-20 22:00 GMT): 'Send Between' or 'Closed Dates' allow no earlier time.",
		]);
	});

	it.each([
		['25.12.2026', '"25.12.2026"'],
		['2026-12-25, Easter', '"Easter"'],
		[['2026-12-25', null], 'empty'],
		[20261225, '"20261225"'],
		['2026-12-25 08:00', '"2026-12-25 08:00"'],
	])('sends nothing if it is %j', async (closedDates, named) => {
		const { json } = await send({ closedDates, failWhen: 'never' });
		expect(json[0]).toMatchObject({
			result: 'NOT_SENT',
			description: `Not sent. 'Closed Dates': ${named} is no date. Write dates as 2026-12-25, separated by commas`,
		});
		expect(server.requests).toEqual([]);
	});

	it('sends nothing if a year is closed', async () => {
		const closedDates = Array.from({ length: 400 }, (_, day) =>
			new Date(Date.UTC(2026, 10, 20 + day)).toISOString().slice(0, 10),
		);
		const { json } = await send({ closedDates, failWhen: 'never' });
		expect(json[0]).toMatchObject({
			result: 'NOT_SENT',
			description:
				"Not sent. 'Send Between' and 'Closed Dates' leave no time to send within a year",
		});
	});
});

describe('Messages per Minute', () => {
	it('schedules what is beyond it, in the order of the input', async () => {
		const run = await send({ messagesPerMinute: 2 }, { numbers: numbers(5) });
		expect(times(run)).toEqual([
			null,
			null,
			'2026-11-20T08:35:00Z',
			'2026-11-20T08:35:00Z',
			'2026-11-20T08:36:00Z',
		]);
		expect(requested()).toEqual([
			[undefined, 2],
			['202611200835', 2],
			['202611200836', 1],
		]);
		expect(messages(run)).toEqual([
			"'Messages per Minute' spreads the messages: the first go out at once, the last at 2026-11-20 10:36 Africa/Johannesburg (2026-11-20 08:36 GMT).",
		]);
	});

	it('goes from Scheduled At on, and on in the next window', async () => {
		isNow('2026-11-20T10:34:30');
		const run = await send(
			{ messagesPerMinute: '1', scheduledAt: '2026-11-20 19:58', sendBetween: { values: DAY } },
			{ numbers: numbers(3) },
		);
		expect(times(run)).toEqual([
			'2026-11-20T17:58:00Z',
			'2026-11-20T17:59:00Z',
			'2026-11-21T06:00:00Z',
		]);
		expect(messages(run)).toEqual([
			"'Messages per Minute' spreads the messages: the first go out at 2026-11-20 19:58 Africa/Johannesburg (2026-11-20 17:58 GMT), the last at 2026-11-21 08:00 Africa/Johannesburg (2026-11-21 06:00 GMT).",
		]);
	});

	it('counts only what goes out', async () => {
		const rows = ['wrong', '27821111111', '27821111111', '27822222222', '27823333333'];
		const options = { messagesPerMinute: 2, skipDuplicates: true, failWhen: 'never' };
		const run = await sendRows(rows.map((number) => ({ numbers: number, options })));
		expect(run.json.map(({ result, scheduledAt }) => [result, scheduledAt])).toEqual([
			['BAD_DESTINATION', null],
			['ACCEPTED', null],
			['DUPLICATE', null],
			['ACCEPTED', null],
			['ACCEPTED', '2026-11-20T08:35:00Z'],
		]);
	});

	it('is part of a dry run', async () => {
		const run = await send({ messagesPerMinute: 1, dryRun: true }, { numbers: numbers(2) });
		expect(times(run)).toEqual([null, '2026-11-20T08:35:00Z']);
		expect(messages(run)[1]).toContain("'Messages per Minute' spreads the messages");
		expect(server.requests.map(({ path }) => path)).toEqual(['/credits.asp']);
	});

	it('sends 10,000 messages in 100 requests', async () => {
		const run = await send({ messagesPerMinute: 100 }, { numbers: numbers(10_000) });
		expect(run.json).toHaveLength(10_000);
		expect(requested().map(([, count]) => count)).toEqual(Array(100).fill(100));
		expect(run.json.at(-1)?.scheduledAt).toBe('2026-11-20T10:13:00Z');
	}, 30_000);
});

describe('Scheduled At', () => {
	it.each([{}, { dryRun: true }])('says so if it is empty: %j', async (options) => {
		const run = await send({ scheduledAt: '', ...options }, { numbers: numbers(2) });
		expect(times(run)).toEqual([null, null]);
		expect(messages(run)).toContain(
			"'Scheduled At' is empty for 2 messages, which means at once. Enter a time, or remove the option.",
		);
	});

	it('is not said to be empty where the hours decide', async () => {
		isNow('2026-11-20T20:00:00');
		const run = await send({ scheduledAt: '', sendBetween: { values: DAY } });
		expect(messages(run)).toEqual([
			"Scheduled for 2026-11-21 08:00 Africa/Johannesburg (2026-11-21 06:00 GMT): 'Send Between' or 'Closed Dates' allow no earlier time.",
		]);
	});

	it('says that a date without a time of day means midnight', async () => {
		const run = await send({ scheduledAt: '2026-12-24' });
		expect(times(run)).toEqual(['2026-12-23T22:00:00Z']);
		expect(messages(run)).toEqual([
			'Scheduled for 2026-12-24 00:00 Africa/Johannesburg (2026-12-23 22:00 GMT): a date without a time of day means midnight. Write the time as in 2026-12-24 10:00.',
		]);
	});

	it('says how to write a time', async () => {
		const { json } = await send({ scheduledAt: '24.12.2026 10:00', failWhen: 'never' });
		expect(json[0]).toMatchObject({
			result: 'INVALID_TIME',
			description: `'Scheduled At' is "24.12.2026 10:00", which cannot be read. Write it as 2026-12-24 10:00`,
		});
	});

	it('says the time once in UTC', async () => {
		const run = await sendRows([{ options: { scheduledAt: '2026-12-24 10:00' } }], 'UTC');
		expect(messages(run)).toEqual(['Scheduled for 2026-12-24 10:00 UTC.']);
	});

	it('says so when a past time is sent at once', async () => {
		const options = { scheduledAt: '2026-11-20 10:00', whenTimeIsPast: 'sendNow' };
		const run = await send(options, { numbers: numbers(2) });
		expect(times(run)).toEqual([null, null]);
		expect(messages(run)).toEqual([
			"'Scheduled At' had passed for 2 messages, and 'If Scheduled Time Is Past' is set to send at once.",
		]);
	});
});
