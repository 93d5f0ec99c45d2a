import { IANAZone } from 'luxon';

/** Times of a week at which messages may go out, by the clock on the wall. */
export interface Window {
	/** Minutes after midnight at which it opens. */
	from: number;
	/** Minutes after midnight at which it closes; on the next day if that is not after `from`. */
	until: number;
	/** The days on which it opens, 1 for Monday to 7 for Sunday. */
	days: number[];
}

/** When messages may go out: in any of the windows, and not on a closed date. */
export interface OpeningHours {
	/** How many minutes the zone is ahead of UTC, at a minute as `minuteOf` counts. */
	offsetAt: (minute: number) => number;
	windows: Window[];
	/** Days since 1970-01-01 on which no window opens and nothing goes out. */
	closedDates: Set<number>;
	outside: 'schedule' | 'doNotSend';
}

export const MINUTES_OF_A_DAY = 24 * 60;
export const MILLISECONDS_OF_A_MINUTE = 60_000;

export const ALWAYS: Window = { from: 0, until: MINUTES_OF_A_DAY, days: [1, 2, 3, 4, 5, 6, 7] };

/** The minute of a moment, counted in UTC from the beginning of 1970. */
export const minuteOf = (milliseconds: number): number =>
	Math.floor(milliseconds / MILLISECONDS_OF_A_MINUTE);

/** The day of a minute of local time, counted from 1970-01-01. */
export const dayOf = (local: number): number => Math.floor(local / MINUTES_OF_A_DAY);

/** 1970-01-01 was a Thursday. */
const weekdayOf = (day: number): number => ((day + 3) % 7) + 1;

/**
 * Reads the offsets of a zone. Luxon takes 20 microseconds for one, so they are kept by quarters of an
 * hour: no zone changes its clock in between.
 */
export function offsetsOf(zone: string): OpeningHours['offsetAt'] {
	const luxonZone = IANAZone.create(zone);
	const known = new Map<number, number>();
	return (minute) => {
		const quarter = Math.floor(minute / 15);
		const offset = known.get(quarter) ?? luxonZone.offset(minute * MILLISECONDS_OF_A_MINUTE);
		known.set(quarter, offset);
		return offset;
	};
}

/** Whether messages may go out at a minute, as `minuteOf` counts. */
export function isOpen(minute: number, { windows, closedDates, offsetAt }: OpeningHours): boolean {
	const local = minute + offsetAt(minute);
	const day = dayOf(local);
	const time = local - day * MINUTES_OF_A_DAY;
	const opensOn = (opening: number, { days }: Window): boolean =>
		days.includes(weekdayOf(opening)) && !closedDates.has(opening);
	if (closedDates.has(day)) return false;
	return windows.some((window) => {
		const { from, until } = window;
		if (from < until) return opensOn(day, window) && time >= from && time < until;
		return (opensOn(day, window) && time >= from) || (opensOn(day - 1, window) && time < until);
	});
}

/**
 * Finds the first minute from this one on, as `minuteOf` counts, at which messages may go out; undefined
 * if there is none within a year. The clock on the wall decides, also where it skips or repeats an hour.
 */
export function nextOpening(minute: number, hours: OpeningHours): number | undefined {
	for (let at = minute; at < minute + 366 * MINUTES_OF_A_DAY; at = nextChange(at, hours)) {
		if (isOpen(at, hours)) return at;
	}
	return undefined;
}

/** The next minute at which a window may open or close; the next one of all where the clock changes. */
function nextChange(minute: number, { windows, offsetAt }: OpeningHours): number {
	const local = minute + offsetAt(minute);
	const midnight = dayOf(local) * MINUTES_OF_A_DAY;
	const edges = windows.flatMap(({ from, until }) => [midnight + from, midnight + until]);
	const edge = Math.min(midnight + MINUTES_OF_A_DAY, ...edges.filter((one) => one > local));
	const change = minute + edge - local;
	return offsetAt(change) === offsetAt(minute) ? change : minute + 1;
}
