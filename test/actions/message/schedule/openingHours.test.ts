import {
	ALWAYS,
	minuteOf,
	nextOpening,
	offsetsOf,
	type Window,
} from '../../../../nodes/MessagingGateway/actions/message/schedule/openingHours';

const EVERY_DAY = [1, 2, 3, 4, 5, 6, 7];
const WEEKDAYS = [1, 2, 3, 4, 5];
const FRIDAY = [5];

/** Minutes after midnight. */
const at = (hours: number, minutes = 0): number => hours * 60 + minutes;
const window = (from: number, until: number, days = EVERY_DAY): Window => ({ from, until, days });

/** The opening after a moment, in UTC. */
function opening(moment: string, zone: string, windows: Window[], closed: string[] = []) {
	const closedDates = new Set(closed.map((date) => Date.parse(date) / 86_400_000));
	const minute = nextOpening(minuteOf(Date.parse(moment)), {
		offsetAt: offsetsOf(zone),
		windows,
		closedDates,
		outside: 'schedule',
	});
	return minute === undefined ? undefined : new Date(minute * 60_000).toISOString().slice(0, 16);
}

describe('nextOpening in Johannesburg, two hours ahead of UTC', () => {
	const DAY = [window(at(8), at(20))];
	const NIGHT_OF_FRIDAY = [window(at(22), at(6), FRIDAY)];
	const WHOLE_FRIDAY = [window(at(0), at(24), FRIDAY)];
	const MARKETING = [window(at(8), at(20), WEEKDAYS), window(at(9), at(13), [6])];

	// 2026-11-20 is a Friday.
	it.each([
		['before it opens', '2026-11-20T05:59', DAY, '2026-11-20T06:00'],
		['as it opens', '2026-11-20T06:00', DAY, '2026-11-20T06:00'],
		['while it is open', '2026-11-20T10:34', DAY, '2026-11-20T10:34'],
		['in its last minute', '2026-11-20T17:59', DAY, '2026-11-20T17:59'],
		['as it closes', '2026-11-20T18:00', DAY, '2026-11-21T06:00'],
		['past midnight', '2026-11-20T23:00', NIGHT_OF_FRIDAY, '2026-11-20T23:00'],
		['past another midnight', '2026-11-21T23:00', NIGHT_OF_FRIDAY, '2026-11-27T20:00'],
		['on a day that is open', '2026-11-20T21:59', WHOLE_FRIDAY, '2026-11-20T21:59'],
		['a week before it', '2026-11-20T22:00', WHOLE_FRIDAY, '2026-11-26T22:00'],
		['on a Friday night', '2026-11-20T18:00', MARKETING, '2026-11-21T07:00'],
		['on a Saturday afternoon', '2026-11-21T11:00', MARKETING, '2026-11-23T06:00'],
		['with no window', '2026-11-20T06:00', [], undefined],
	])('%s', (_, moment, windows, expected) => {
		expect(opening(`${moment}Z`, 'Africa/Johannesburg', windows)).toBe(expected);
	});

	it.each([
		['the day before', '2026-12-24T18:00', DAY, '2026-12-27T06:00'],
		['on the day', '2026-12-25T10:00', DAY, '2026-12-27T06:00'],
		['at the midnight of its end', '2026-12-25T21:59', [ALWAYS], '2026-12-26T22:00'],
		// 2026-12-25 is a Friday: its window does not open, and would not on the Saturday after it.
		['in the night after it', '2026-12-25T23:00', NIGHT_OF_FRIDAY, '2027-01-01T20:00'],
	])('%s, with Christmas closed', (_, moment, windows, expected) => {
		const christmas = ['2026-12-25', '2026-12-26'];
		expect(opening(`${moment}Z`, 'Africa/Johannesburg', windows, christmas)).toBe(expected);
	});

	it('closes a window of the evening before at the midnight of a closed date', () => {
		const moment = '2026-12-18T21:59Z';
		const zone = 'Africa/Johannesburg';
		expect(opening(moment, zone, NIGHT_OF_FRIDAY, ['2026-12-19'])).toBe('2026-12-18T21:59');
		expect(opening('2026-12-18T22:00Z', zone, NIGHT_OF_FRIDAY, ['2026-12-19'])).toBe(
			'2026-12-25T20:00',
		);
	});

	it('is open at any time of each day by default', () => {
		const days = ['23', '24', '25', '26', '27', '28', '29'].map((day) => `2026-11-${day}T12:00`);
		expect(days.map((day) => opening(`${day}Z`, 'UTC', [ALWAYS]))).toEqual(days);
	});

	it('ends if a year is closed', () => {
		const year = Array.from({ length: 370 }, (_, day) =>
			new Date(Date.UTC(2026, 10, 20 + day)).toISOString().slice(0, 10),
		);
		expect(opening('2026-11-20T06:00Z', 'Africa/Johannesburg', DAY, year)).toBeUndefined();
	});
});

describe('nextOpening where the clocks change', () => {
	// In Berlin the clocks go from 2:00 to 3:00 on 2026-03-29, and from 3:00 to 2:00 on 2026-10-25.
	it.each([
		['inside the hour that is skipped', '2026-03-28T23:30', 2, 30, 8, '2026-03-29T01:00'],
		['before the hour that is skipped', '2026-03-28T23:30', 1, 30, 8, '2026-03-29T00:30'],
		['the morning after', '2026-03-28T23:30', 8, 0, 20, '2026-03-29T06:00'],
		['in the hour that comes twice', '2026-10-24T22:30', 2, 30, 8, '2026-10-25T00:30'],
		['as it comes again, before the time', '2026-10-25T01:00', 2, 30, 8, '2026-10-25T01:30'],
	])('%s', (_, moment, hour, minute, until, expected) => {
		expect(opening(`${moment}Z`, 'Europe/Berlin', [window(at(hour, minute), at(until))])).toBe(
			expected,
		);
	});

	it('opens on the next day if the clocks skip the whole window', () => {
		const windows = [window(at(2, 10), at(2, 50))];
		expect(opening('2026-03-28T23:30Z', 'Europe/Berlin', windows)).toBe('2026-03-30T00:10');
	});
});
