import { nextOpening, type OpeningHours } from '../../../gateway/specification/window';

/** From when on a message may go out, and in which hours. Minutes are counted as by `minuteOf`. */
export interface Wish {
	from: number;
	/** Any hours if absent. The same object where they are the same: what was found is remembered. */
	hours?: OpeningHours | undefined;
}

/**
 * Finds for each message the earliest minute at which its hours are open and fewer than `perMinute`
 * messages before it in the list go out.
 *
 * @returns a minute for each message; undefined where its hours do not open within a year
 */
export function planMinutes(wishes: Wish[], perMinute = Infinity): Array<number | undefined> {
	const counts = new Map<number, number>();
	const memory = new Map<OpeningHours | undefined, Map<number, number | undefined>>();
	const isFull = (minute: number): boolean => (counts.get(minute) ?? 0) >= perMinute;
	return wishes.map(({ from, hours }) => {
		const openings = memory.get(hours) ?? new Map<number, number | undefined>();
		memory.set(hours, openings);
		const minute = earliest(from, hours, openings, isFull);
		if (minute !== undefined) counts.set(minute, (counts.get(minute) ?? 0) + 1);
		return minute;
	});
}

/**
 * Goes from opening to opening until one is not full.
 *
 * @param openings remembers for a minute which opening to look at next: a minute that is full stays full
 */
function earliest(
	from: number,
	hours: OpeningHours | undefined,
	openings: Map<number, number | undefined>,
	isFull: (minute: number) => boolean,
): number | undefined {
	const passed: number[] = [];
	let opening: number | undefined;
	for (let minute = from; ; minute = opening + 1) {
		passed.push(minute);
		opening = openings.has(minute) ? openings.get(minute) : openingFrom(minute, hours);
		if (opening === undefined || !isFull(opening)) break;
	}
	for (const minute of passed) openings.set(minute, opening);
	return opening;
}

const openingFrom = (minute: number, hours: OpeningHours | undefined): number | undefined =>
	hours ? nextOpening(minute, hours) : minute;
