import fc from 'fast-check';
import type { IDataObject } from 'n8n-workflow';
import { isProblem } from '../../../../nodes/MessagingGateway/actions/message/problem';
import {
	timingReader,
	type Timing,
} from '../../../../nodes/MessagingGateway/actions/message/schedule/readTiming';
import { Plan } from '../../../../nodes/MessagingGateway/actions/message/schedule/plan';
import {
	ALWAYS,
	minuteOf,
	offsetsOf,
	type OpeningHours,
	type Window,
} from '../../../../nodes/MessagingGateway/actions/message/schedule/openingHours';
import { runs } from '../../../support/runs';

const always: OpeningHours = {
	offsetAt: offsetsOf('Africa/Johannesburg'),
	windows: [ALWAYS],
	closedDates: new Set(),
	outside: 'schedule',
};
const MONDAY_MORNING = minuteOf(Date.parse('2026-11-23T06:00Z'));

/** The minutes of a list of messages. */
function planMinutes(
	wishes: Array<{ from: number; hours: OpeningHours }>,
	perMinute?: number,
): Array<number | undefined> {
	const plan = new Plan(perMinute);
	return wishes.map(({ from, hours }) => plan.take(from, hours));
}

const times = (count: number, perMinute?: number, hours = always) =>
	planMinutes(
		Array.from({ length: count }, () => ({ from: MONDAY_MORNING, hours })),
		perMinute,
	).map((minute) => (minute === undefined ? undefined : minute - MONDAY_MORNING));

describe('Messages per Minute', () => {
	it('goes on when the next window opens', () => {
		const hours = { ...always, windows: [{ from: 480, until: 482, days: [1, 3] }] };
		const twoDays = 2 * 24 * 60;
		expect(times(7, 2, hours)).toEqual([0, 0, 1, 1, twoDays, twoDays, twoDays + 1]);
	});

	it('counts messages with other hours and other times together', () => {
		const later = { ...always, windows: [{ from: 481, until: 1200, days: [1] }] };
		const plan = planMinutes(
			[
				{ from: MONDAY_MORNING + 1, hours: always },
				{ from: MONDAY_MORNING, hours: later },
				{ from: MONDAY_MORNING, hours: always },
				{ from: MONDAY_MORNING, hours: always },
			],
			1,
		);
		expect(plan.map((minute) => (minute ?? 0) - MONDAY_MORNING)).toEqual([1, 2, 0, 3]);
	});

	it('finds no minute for what never opens', () => {
		expect(times(2, 1, { ...always, windows: [] })).toEqual([undefined, undefined]);
	});

	it.each([
		['all at once', 100, () => 0],
		['one a minute, over weeks of windows', 1, () => 0],
		['each from a time of its own', 1, (index: number) => index % 5000],
	])('plans 10,000 messages in less than two seconds: %s', (_, perMinute, delay) => {
		const hours = { ...always, windows: [{ from: 480, until: 1200, days: [1, 2, 3, 4, 5] }] };
		const wishes = Array.from({ length: 10_000 }, (_, index) => ({
			from: MONDAY_MORNING + delay(index),
			hours,
		}));
		const begin = performance.now();
		planMinutes(wishes, perMinute);
		expect(performance.now() - begin).toBeLessThan(2000);
	});
});

describe('a message', () => {
	/** A time in Johannesburg. 2026-11-20 is a Friday. */
	const timeOf = (text: string) => Date.parse(`${text}+02:00`);
	const DAY = { from: '08:00', until: '20:00', days: [1, 2, 3, 4, 5, 6, 7] };
	const MARKETING = {
		values: { ...DAY, days: [1, 2, 3, 4, 5] },
		secondWindow: { from: '09:00', until: '13:00', days: [6] },
	};

	/** When messages go out that are asked for so, or the sentence of the problem. */
	function schedule(now: string, asked: IDataObject[], perMinute?: number) {
		const plan = new Plan(perMinute, () => timeOf(now));
		const timingOf = timingReader('Africa/Johannesburg', undefined, () => timeOf(now));
		return asked.map((options) => {
			const timing = plan.schedule(timingOf(options) as Timing);
			return isProblem(timing) ? timing.description : timing.scheduledAt;
		});
	}

	it.each([
		['inside its hours goes out at once', '10:34:30', {}, null],
		['outside is scheduled for the next opening', '20:00:00', {}, '2026-11-21T06:00:00Z'],
		[
			'needs the next minute too, as a request may take one',
			'19:59:00',
			{},
			'2026-11-21T06:00:00Z',
		],
		['goes out at once before the last minute', '19:58:59', {}, null],
		['waits for the minute at which a window opens', '07:59:30', {}, '2026-11-20T06:00:00Z'],
		[
			'keeps a time in the last minute of a window',
			'10:00:00',
			{ scheduledAt: '2026-11-20T19:59' },
			'2026-11-20T17:59:00Z',
		],
		[
			'is moved if its time lies outside once its seconds are rounded up',
			'10:00:00',
			{ scheduledAt: '2026-11-20T19:59:30' },
			'2026-11-21T06:00:00Z',
		],
		[
			'is moved from a closed date',
			'10:00:00',
			{ closedDates: '2026-11-20, 2026-11-21' },
			'2026-11-22T06:00:00Z',
		],
	])('%s', (_, now, options, expected) => {
		const asked = { sendBetween: { values: DAY }, ...options };
		expect(schedule(`2026-11-20T${now}`, [asked])).toEqual([expected]);
	});

	it('is any hour of the other days where only dates are closed', () => {
		const asked = [{ closedDates: '2026-11-20' }];
		expect(schedule('2026-11-19T23:30:00', asked)).toEqual([null]);
		expect(schedule('2026-11-20T10:00:00', asked)).toEqual(['2026-11-20T22:00:00Z']);
	});

	it('has several windows', () => {
		const times = ['2026-11-20T21:00', '2026-11-21T12:59', '2026-11-21T13:00'];
		const asked = times.map((scheduledAt) => ({ scheduledAt, sendBetween: MARKETING }));
		expect(schedule('2026-11-20T10:00:00', asked)).toEqual([
			'2026-11-21T07:00:00Z',
			'2026-11-21T10:59:00Z',
			'2026-11-23T06:00:00Z',
		]);
	});

	it.each([
		['before they open', '07:59:30', {}],
		['in their last minute', '19:59:00', {}],
		['after they have closed', '20:00:00', {}],
		['at a time that was asked for', '10:00:00', { scheduledAt: '2026-11-20T20:00' }],
		['on a closed date', '10:00:00', { closedDates: '2026-11-20' }],
	])('is not sent %s, if so chosen', (_, now, options) => {
		const hours = { sendBetween: { values: DAY }, outsideHours: 'doNotSend' };
		expect(schedule('2026-11-20T10:00:00', [hours])).toEqual([null]);
		expect(schedule(`2026-11-20T${now}`, [{ ...hours, ...options }])).toEqual([
			"Not sent. 'Send Between' or 'Closed Dates' do not allow this time",
		]);
	});

	it('is not sent if a year is closed', () => {
		const closedDates = Array.from({ length: 400 }, (_, day) => dayOf('2026-11-20', day));
		expect(schedule('2026-11-20T10:00:00', [{ closedDates }])).toEqual([
			"Not sent. 'Send Between' and 'Closed Dates' leave no time to send within a year",
		]);
	});

	it('beyond Messages per Minute is scheduled for the minutes after, in the next window too', () => {
		const hours = { sendBetween: { values: DAY } };
		expect(schedule('2026-11-20T19:57:30', Array(4).fill(hours), 1)).toEqual([
			null,
			'2026-11-20T17:58:00Z',
			'2026-11-20T17:59:00Z',
			'2026-11-21T06:00:00Z',
		]);
		const strict = { ...hours, outsideHours: 'doNotSend' };
		expect(schedule('2026-11-20T19:58:30', Array(3).fill(strict), 1)).toEqual([
			null,
			'2026-11-20T17:59:00Z',
			"Not sent. 'Send Between' or 'Closed Dates' do not allow this time",
		]);
		expect(schedule('2026-11-20T10:34:30', [{}, {}, {}], 2)).toEqual([
			null,
			null,
			'2026-11-20T08:35:00Z',
		]);
	});
});

/** Weeks in which the clocks change, or a day is missing. */
const WEEKS = [
	['Europe/Berlin', '2026-03-26'],
	['Europe/Berlin', '2026-10-22'],
	['America/New_York', '2026-03-05'],
	['America/St_Johns', '2026-10-29'],
	['Australia/Lord_Howe', '2026-04-02'],
	['Australia/Lord_Howe', '2026-10-01'],
	// The clocks change at midnight.
	['Africa/Cairo', '2026-04-21'],
	['Africa/Cairo', '2026-10-27'],
	// 2011-12-30 did not exist.
	['Pacific/Apia', '2011-12-27'],
	['Asia/Kathmandu', '2026-03-26'],
	['Africa/Johannesburg', '2026-03-26'],
	// Summer time pauses in Ramadan.
	['Africa/Casablanca', '2026-02-12'],
	['America/Sao_Paulo', '2018-11-01'],
	['America/Santiago', '2026-09-03'],
	['Asia/Beirut', '2026-03-26'],
	['Asia/Tehran', '2022-03-19'],
	// Two hours.
	['Antarctica/Troll', '2026-03-26'],
	['Pacific/Chatham', '2026-04-02'],
	['Pacific/Kiritimati', '2026-03-26'],
] as const;

const MINUTES_OF_A_WEEK = 7 * 24 * 60;

interface Week {
	zone: string;
	begin: number;
	/** What a clock on the wall shows in each minute, as JavaScript has it: `2026-03-29 01:59`. */
	clock: string[];
}

const weekOf = remembering(([zone, date]: (typeof WEEKS)[number]): Week => {
	const begin = minuteOf(Date.parse(date));
	const shown = new Intl.DateTimeFormat('sv-SE', {
		timeZone: zone,
		dateStyle: 'short',
		timeStyle: 'short',
	});
	const minutes = Array.from({ length: MINUTES_OF_A_WEEK }, (_, minute) => begin + minute);
	return { zone, begin, clock: minutes.map((minute) => shown.format(minute * 60_000)) };
});

interface Hours {
	windows: Window[];
	/** `2026-12-25` */
	closed: string[];
}

const inDigits = (minutes: number): string =>
	`${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;

const dayOf = (date: string, days: number): string =>
	new Date(Date.parse(date) + days * 24 * 3600_000).toISOString().slice(0, 10);
const dayBefore = remembering((date: string) => dayOf(date, -1));
const dayAfter = remembering((date: string) => dayOf(date, 1));
const weekdayOf = remembering((date: string) => new Date(date).getUTCDay() || 7);

/** Whether a clock on the wall shows a time within the hours. Such texts sort as the times do. */
function isWithin(wall: string, { windows, closed }: Hours): boolean {
	const date = wall.slice(0, 10);
	if (closed.includes(date)) return false;
	return windows.some(({ from, until, days }) =>
		[date, dayBefore(date)].some((opening) => {
			const closing = until > from ? opening : dayAfter(opening);
			return (
				days.includes(weekdayOf(opening)) &&
				!closed.includes(opening) &&
				`${opening} ${inDigits(from)}` <= wall &&
				wall < `${closing} ${inDigits(until)}`
			);
		}),
	);
}

function remembering<Key, Value>(make: (key: Key) => Value): (key: Key) => Value {
	const known = new Map<Key, Value>();
	return (key) => {
		const value = known.has(key) ? (known.get(key) as Value) : make(key);
		known.set(key, value);
		return value;
	};
}

interface Wanted {
	/** Minutes after the begin of the week. */
	from: number;
	hours: Hours;
}

/** Tries each minute of the week for each message. */
function modelOf({ clock }: Week, wishes: Wanted[], perMinute: number) {
	const counts = new Map<number, number>();
	const isOpen = remembering((hours: Hours) =>
		remembering((minute: number) => isWithin(clock[minute] as string, hours)),
	);
	return wishes.map(({ from, hours }) => {
		for (let minute = from; minute < clock.length; minute += 1) {
			if (!isOpen(hours)(minute) || (counts.get(minute) ?? 0) >= perMinute) continue;
			counts.set(minute, (counts.get(minute) ?? 0) + 1);
			return minute;
		}
		return undefined;
	});
}

const minuteOfDay = fc.integer({ min: 0, max: 24 * 60 });

const window: fc.Arbitrary<Window> = fc
	.record({
		from: fc.integer({ min: 0, max: 24 * 60 - 1 }),
		until: minuteOfDay,
		days: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
	})
	.filter(({ from, until }) => from !== until);

describe('the plan', () => {
	const cases = fc.constantFrom(...WEEKS).chain((place) => {
		const date = fc.integer({ min: 0, max: 6 }).map((day) => dayOf(place[1], day));
		return fc.record({
			week: fc.constant(weekOf(place)),
			hours: fc.array(
				fc.record({
					windows: fc.array(window, { minLength: 1, maxLength: 3 }),
					closed: fc.uniqueArray(date, { maxLength: 3 }),
				}),
				{ minLength: 2, maxLength: 2 },
			),
			starts: fc.array(fc.nat(5 * 24 * 60), { minLength: 3, maxLength: 3 }),
			messages: fc.array(fc.tuple(fc.nat(2), fc.nat(1)), { minLength: 1, maxLength: 40 }),
			perMinute: fc.constantFrom(1, 2, 3, 10, Infinity),
		});
	});

	it('is never outside the hours, never beyond the pace, and always the earliest', () => {
		fc.assert(
			fc.property(cases, ({ week, hours, starts, messages, perMinute }) => {
				const wishes = messages.map(([start, index]) => ({
					from: starts[start] as number,
					hours: hours[index] as Hours,
				}));
				const timesOf = remembering(({ windows, closed }: Hours): OpeningHours => ({
					offsetAt: offsetsOf(week.zone),
					windows,
					closedDates: new Set(closed.map((date) => Date.parse(date) / 86_400_000)),
					outside: 'schedule',
				}));
				const plan = planMinutes(
					wishes.map(({ from, hours }) => ({ from: week.begin + from, hours: timesOf(hours) })),
					perMinute,
				);
				const found = plan.map((minute) => (minute ?? Infinity) - week.begin);
				expect(found.map((minute) => (minute < MINUTES_OF_A_WEEK ? minute : undefined))).toEqual(
					modelOf(week, wishes, perMinute),
				);
			}),
			{ numRuns: runs(1000) },
		);
	});
});
