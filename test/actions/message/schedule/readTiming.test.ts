import type { IDataObject } from 'n8n-workflow';
import type { Problem } from '../../../../nodes/MessagingGateway/actions/message/problem';
import {
	timingReader,
	type Timing,
} from '../../../../nodes/MessagingGateway/actions/message/schedule/readTiming';

/** Noon in Johannesburg, on a Friday. */
const NOW = Date.parse('2026-11-20T10:00:00Z');
const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

const read = (options: object, zone = 'Africa/Johannesburg') =>
	timingReader(zone, undefined, () => NOW)(options as IDataObject);
const hoursOf = (options: object) => (read(options) as Timing).hours;
const problemOf = (options: object) => {
	const { result, description } = read(options) as Problem;
	return [result, description];
};

describe('Scheduled At', () => {
	it.each([
		[{}, { scheduledAt: null }],
		[{ scheduledAt: '' }, { scheduledAt: null, note: 'isEmpty' }],
		[{ scheduledAt: '2026-11-20T12:00:30' }, { scheduledAt: '2026-11-20T10:01:00Z' }],
		[{ scheduledAt: '2026-11-20T10:01Z' }, { scheduledAt: '2026-11-20T10:01:00Z' }],
		[{ scheduledAt: '2026-12-24' }, { scheduledAt: '2026-12-23T22:00:00Z', note: 'meansMidnight' }],
		[
			{ scheduledAt: '2026-11-20 12:00', whenTimeIsPast: 'sendNow' },
			{ scheduledAt: null, note: 'wasPast' },
		],
	])('%j', (options, timing) => expect(read(options)).toEqual(timing));

	it.each([
		[{ scheduledAt: '2026-11-20 12:00' }, '2026-11-20T10:00:00Z is in the past'],
		[
			{ scheduledAt: '24.12.2026 10:00', whenTimeIsPast: 'sendNow' },
			'\'Scheduled At\' is "24.12.2026 10:00", which cannot be read. Write it as 2026-12-24 10:00:00',
		],
		[
			{ scheduledAt: null },
			"'Scheduled At' is empty, which cannot be read. Write it as 2026-12-24 10:00:00",
		],
	])('that cannot be used is never taken for now: %j', (options, sentence) =>
		expect(problemOf(options)).toEqual(['INVALID_TIME', sentence]),
	);

	it('that was emptied in the panel is refused: the field empties itself where it cannot read', () => {
		expect(timingReader('UTC', () => true)({ scheduledAt: '' })).toMatchObject({
			result: 'INVALID_TIME',
			description:
				"'Scheduled At' is empty. Write a time as 2026-12-24 10:00:00, or remove the option to send at once",
		});
	});
});

describe('a window', () => {
	const until = (typed: unknown) => ({
		sendBetween: { values: { from: '02:00', until: typed, days: EVERY_DAY } },
	});

	it.each([
		['08:00', 480],
		[' 20:15 ', 1215],
		['8:05', 485],
		['08.00', 480],
		['0800', 480],
		['00:00', 0],
		['23:59', 1439],
		['24:00', 1440],
	])('may close at %j', (text, minutes) =>
		expect(hoursOf(until(text))?.windows).toEqual([{ from: 120, until: minutes, days: EVERY_DAY }]),
	);

	it.each([
		'8',
		'8.30',
		'800',
		'8:5',
		'24:01',
		'25:00',
		'08:60',
		'8 am',
		'08:00:00',
		'-8:00',
		'',
		null,
		undefined,
		800,
		8.3,
		['08:00'],
	])('may not close at %j', (value) =>
		expect(problemOf(until(value))[1]).toMatch(/^Not sent\. 'Send Between': 'Until' is/),
	);

	it.each([
		[{ from: '8' }, `'From' is "8". Write it as 08:00`],
		[{ from: '24:00' }, `'From' is "24:00". Write it as 08:00`],
		[{ until: '25:00' }, `'Until' is "25:00". Write it as 20:00`],
		[
			{ until: '0800' },
			"'From' and 'Until' are the same time. Write a whole day as 00:00 and 24:00",
		],
		[{ days: [] }, "'Days' is empty. Choose at least one, 1 for Monday to 7 for Sunday"],
	])('sends nothing if it is %j', (wrong, sentence) => {
		const values = { from: '08:00', until: '20:00', days: EVERY_DAY, ...wrong };
		expect(problemOf({ sendBetween: { values } })).toEqual([
			'NOT_SENT',
			`Not sent. 'Send Between': ${sentence}`,
		]);
	});

	it('is named where there are several', () => {
		const values = { from: '08:00', until: '20:00', days: EVERY_DAY };
		const secondWindow = { ...values, from: '8 am' };
		expect(problemOf({ sendBetween: { values, secondWindow } })[1]).toBe(
			`Not sent. 'Send Between', Second Window: 'From' is "8 am". Write it as 08:00`,
		);
	});
});

describe('Closed Dates', () => {
	it.each([
		['2026-12-25', [20812]],
		['2026-12-25, 1970-01-01\n2026-11-21;', [20812, 0, 20778]],
		['', []],
		[[], []],
		[
			['2026-12-25', ' 2026-12-26 '],
			[20812, 20813],
		],
		[['2026-12-25 00:00', '2026-12-24T22:00:00Z'], [20812]],
		[[new Date('2026-12-24T22:00:00Z')], [20812]],
		// As a database gives it.
		['2026-12-25T00:00:00.000Z', [20812]],
		[[new Date('2026-12-25T00:00:00Z')], [20812]],
	])('%j are days since 1970', (closedDates, days) =>
		expect([...(hoursOf({ closedDates })?.closedDates ?? [])]).toEqual(days),
	);

	it.each([
		['25.12.2026', '"25.12.2026"'],
		['2026-12-25, Easter', '"Easter"'],
		['2026-12', '"2026-12"'],
		['2026-02-30', '"2026-02-30"'],
		['2026-12-25 08:00', '"2026-12-25 08:00"'],
		['2026-12-25T02:00:00', '"2026-12-25T02:00:00"'],
		[[new Date('2026-12-25T08:00:00Z')], '"2026-12-25T08:00:00.000Z"'],
		[['2026-12-25', null], 'empty'],
		[[''], 'empty'],
		[20261225, '"20261225"'],
		[{ date: '2026-12-25' }, '"{"date":"2026-12-25"}"'],
	])('send nothing if they are %j', (closedDates, named) =>
		expect(problemOf({ closedDates })).toEqual([
			'NOT_SENT',
			`Not sent. 'Closed Dates': ${named} is no date. Write dates as 2026-12-25, separated by commas`,
		]),
	);
});

it('the same hours are the same object, so that they are planned together', () => {
	const hoursAt = timingReader('UTC', undefined, () => NOW);
	const hours = (options: IDataObject) => (hoursAt(options) as Timing).hours;
	const closedDates = '2026-12-25';
	expect(hours({ closedDates, reference: 1 })).toBe(hours({ closedDates, reference: 2 }));
	expect(hours({ closedDates })).not.toBe(hours({ closedDates, outsideHours: 'doNotSend' }));
	expect(hours({ outsideHours: 'doNotSend' })).toBeUndefined();
});
