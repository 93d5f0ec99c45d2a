import fc from 'fast-check';
import { DateTime } from 'luxon';
import {
	nextOpening,
	readWindow,
	type Window,
} from '../../nodes/MessagingGateway/gateway/specification/window';
import { runs } from '../support/runs';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];

describe('readWindow', () => {
	it.each([
		['08:00', '20:00', EVERY_DAY, { from: 480, until: 1200, days: EVERY_DAY }],
		['8:05', ' 20:00 ', ['1', '5'], { from: 485, until: 1200, days: [1, 5] }],
		['22:00', '06:00', [5], { from: 1320, until: 360, days: [5] }],
		['00:00', '24:00', [1], { from: 0, until: 1440, days: [1] }],
	])('reads %s to %s on %j', (from, until, days, expected) => {
		expect(readWindow(from, until, days)).toEqual(expected);
	});

	it.each([
		['08:00', '08:00', EVERY_DAY],
		['08:00', '20:00', []],
		['08:00', '20:00', [0]],
		['08:00', '20:00', [8]],
		['08:00', '20:00', [1.5]],
		['08:00', '20:00', ['']],
		['08:00', '20:00', 'every day'],
		['24:00', '08:00', EVERY_DAY],
		['08:00', '25:00', EVERY_DAY],
		['8', '20', EVERY_DAY],
		['08:60', '20:00', EVERY_DAY],
		['8 am', '8 pm', EVERY_DAY],
		['', '20:00', EVERY_DAY],
		['08:00', undefined, EVERY_DAY],
		[null, null, null],
	])('refuses %j to %j on %j', (from, until, days) => {
		expect(readWindow(from, until, days)).toBeUndefined();
	});
});

describe('nextOpening', () => {
	const opening = (moment: string, zone: string, from: string, until: string, days = EVERY_DAY) =>
		nextOpening(DateTime.fromISO(moment, { zone }), readWindow(from, until, days) as Window).toISO({
			suppressMilliseconds: true,
		});

	// 2026-11-20 is a Friday.
	it.each([
		[
			'before it opens',
			'2026-11-20T07:59',
			'08:00',
			'20:00',
			EVERY_DAY,
			'2026-11-20T08:00:00+02:00',
		],
		['as it opens', '2026-11-20T08:00', '08:00', '20:00', EVERY_DAY, '2026-11-20T08:00:00+02:00'],
		[
			'while it is open',
			'2026-11-20T12:34',
			'08:00',
			'20:00',
			EVERY_DAY,
			'2026-11-20T12:34:00+02:00',
		],
		['as it closes', '2026-11-20T20:00', '08:00', '20:00', EVERY_DAY, '2026-11-21T08:00:00+02:00'],
		[
			'on a Friday evening',
			'2026-11-20T21:00',
			'08:00',
			'20:00',
			[1, 2, 3, 4, 5],
			'2026-11-23T08:00:00+02:00',
		],
		['a week before', '2026-11-20T21:00', '08:00', '20:00', [5], '2026-11-27T08:00:00+02:00'],
		['past midnight', '2026-11-21T01:00', '22:00', '06:00', [5], '2026-11-21T01:00:00+02:00'],
		[
			'past midnight of another day',
			'2026-11-22T01:00',
			'22:00',
			'06:00',
			[5],
			'2026-11-27T22:00:00+02:00',
		],
		[
			'on a day that is open wholly',
			'2026-11-20T23:59',
			'00:00',
			'24:00',
			[5],
			'2026-11-20T23:59:00+02:00',
		],
		['after such a day', '2026-11-21T00:00', '00:00', '24:00', [5], '2026-11-27T00:00:00+02:00'],
	])('%s', (_, moment, from, until, days, expected) => {
		expect(opening(moment, 'Africa/Johannesburg', from, until, days)).toBe(expected);
	});

	it.each([
		// The clocks go forward from 2:00 to 3:00 on 2026-03-29, and back from 3:00 to 2:00 on 2026-10-25.
		['a time that is skipped', '2026-03-29T00:30', '02:30', '08:00', '2026-03-29T03:30:00+02:00'],
		['a time that comes twice', '2026-10-25T00:30', '02:30', '08:00', '2026-10-25T02:30:00+02:00'],
		['the morning after', '2026-03-29T00:30', '08:00', '20:00', '2026-03-29T08:00:00+02:00'],
	])('opens at %s', (_, moment, from, until, expected) => {
		expect(opening(moment, 'Europe/Berlin', from, until)).toBe(expected);
	});

	it('is the first minute at which the clock on the wall is inside', () => {
		const zones = [
			'Europe/Berlin',
			'America/New_York',
			'Africa/Johannesburg',
			'Australia/Lord_Howe',
			'America/St_Johns',
			'Asia/Kathmandu',
			'Africa/Cairo',
			'Pacific/Apia',
		];
		const minuteOfDay = fc.integer({ min: 0, max: 24 * 60 - 1 });
		fc.assert(
			fc.property(
				fc.constantFrom(...zones),
				fc.integer({ min: Date.UTC(2024, 0, 1), max: Date.UTC(2028, 0, 1) }),
				minuteOfDay,
				minuteOfDay,
				fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
				(zone, milliseconds, from, until, days) => {
					fc.pre(from !== until);
					const moment = DateTime.fromMillis(milliseconds, { zone }).startOf('minute');
					const found = nextOpening(moment, { from, until, days });
					const step = 15;
					// A quarter of an hour at a time is enough: it never opens for less where no clock changes.
					for (let at = moment; at < found.minus({ minutes: 1 }); at = at.plus({ minutes: step })) {
						if (isNearChange(at)) continue;
						expect(isInside(at, from, until, days)).toBe(false);
					}
					if (!isNearChange(found)) expect(isInside(found, from, until, days)).toBe(true);
					expect(+found).toBeGreaterThanOrEqual(+moment);
				},
			),
			{ numRuns: runs(300) },
		);
	});
});

/** By the clock on the wall and the calendar alone. */
function isInside(moment: DateTime, from: number, until: number, days: number[]): boolean {
	const minute = moment.hour * 60 + moment.minute;
	const yesterday = moment.weekday === 1 ? 7 : moment.weekday - 1;
	if (until > from) return days.includes(moment.weekday) && minute >= from && minute < until;
	return (
		(days.includes(moment.weekday) && minute >= from) ||
		(days.includes(yesterday) && minute < until)
	);
}

/** Within a day of a change of the clocks the clock on the wall does not decide alone. */
const isNearChange = (moment: DateTime): boolean =>
	moment.minus({ days: 1 }).offset !== moment.plus({ days: 1 }).offset;
