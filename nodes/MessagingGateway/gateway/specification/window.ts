import type { DateTime } from 'luxon';

/** The times of a week at which messages may go out, in local time. */
export interface Window {
	/** Minutes after midnight at which it opens. */
	from: number;
	/** Minutes after midnight at which it closes; on the next day if that is not after `from`. */
	until: number;
	/** The days on which it opens, 1 for Monday to 7 for Sunday. */
	days: number[];
}

/**
 * Reads a window.
 *
 * @param from, until `HH:mm`
 * @param days numbers from 1 to 7, or their digits
 * @returns undefined if it cannot be read or never opens
 */
export function readWindow(from: unknown, until: unknown, days: unknown): Window | undefined {
	const opens = readTimeOfDay(from);
	const closes = until === '24:00' ? MINUTES_OF_A_DAY : readTimeOfDay(until);
	if (opens === undefined || closes === undefined || opens === closes) return undefined;
	if (!Array.isArray(days) || days.length === 0) return undefined;
	const numbers = days.map(Number);
	return numbers.every((day) => Number.isInteger(day) && day >= 1 && day <= 7)
		? { from: opens, until: closes, days: numbers }
		: undefined;
}

const MINUTES_OF_A_DAY = 24 * 60;

function readTimeOfDay(value: unknown): number | undefined {
	const [, hours, minutes] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(String(value)) ?? [];
	return hours === undefined ? undefined : Number(hours) * 60 + Number(minutes);
}

/** A window that a change of the clocks swallows opens a week later at the latest. */
const DAYS_AHEAD = 14;

/**
 * The first moment from this one on at which the window is open, in the zone of the moment. Where a
 * change of the clocks skips the time of day, the one after it counts; where it repeats it, the first.
 */
export function nextOpening(moment: DateTime, { from, until, days }: Window): DateTime {
	// A window that passes midnight may have opened on the day before.
	for (let ahead = -1; ahead <= DAYS_AHEAD; ahead += 1) {
		const day = moment.startOf('day').plus({ days: ahead });
		const opens = atTime(day, from);
		const closes = atTime(until > from ? day : day.plus({ days: 1 }), until);
		if (days.includes(day.weekday) && moment < closes && opens < closes) {
			return opens > moment ? opens : moment;
		}
	}
	throw new RangeError('The window never opens');
}

const atTime = (day: DateTime, minutes: number): DateTime =>
	day.set({ hour: Math.floor(minutes / 60), minute: minutes % 60 });
