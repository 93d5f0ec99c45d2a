import {
	isClosedDate,
	isoOfMinute,
	minuteOf,
	nextOpening,
	type OpeningHours,
} from '../../../gateway/specification/window';
import { isProblem, notSent } from '../recipients/problem';
import type { Recipient } from '../recipients/readRecipients';

/**
 * The recipients with the earliest times at which their messages may go out. What may go out now stays
 * without a time.
 *
 * @param perMinute at most so many messages in a minute, in the order of the list; no limit if absent
 */
export function planned(recipients: Recipient[], perMinute?: number): Recipient[] {
	const now = minuteOf(Date.now());
	const earliestOf = planner(perMinute);
	return recipients.map((recipient) => {
		const { message, hours } = recipient;
		if (isProblem(message) || (hours === undefined && perMinute === undefined)) return recipient;
		const asked = message.schedule === null ? now : minuteOf(Date.parse(message.schedule));
		const minute = earliestOf(asked, hours);
		if (minute === asked) return recipient;
		if (minute === undefined) return { ...recipient, message: NEVER };
		const isClosed = hours !== undefined && isClosedDate(asked, hours);
		const reason = isClosed ? 'closedDate' : 'outsideHours';
		const scheduledAt = isoOfMinute(minute);
		return {
			...recipient,
			scheduledAt,
			note: perMinute === undefined ? reason : 'paced',
			message: { ...message, schedule: scheduledAt },
		};
	});
}

const NEVER = notSent("'Send Between' and 'Closed Dates' leave no time to send within a year");

/**
 * Plans messages one after the other. For each it finds the earliest minute from a given one on, as
 * `minuteOf` counts, at which its hours are open and fewer than `perMinute` messages before it go out.
 *
 * @returns finds the minute; undefined if the hours do not open within a year. Without hours any minute
 * is open. Hours that are the same must be the same object: what was found is remembered for it
 */
export function planner(
	perMinute = Infinity,
): (from: number, hours?: OpeningHours) => number | undefined {
	const counts = new Map<number, number>();
	const memory = new Map<OpeningHours | undefined, Map<number, number | undefined>>();
	const isFull = (minute: number): boolean => (counts.get(minute) ?? 0) >= perMinute;
	return (from, hours) => {
		const openings = memory.get(hours) ?? new Map<number, number | undefined>();
		memory.set(hours, openings);
		const minute = earliest(from, hours, openings, isFull);
		if (minute !== undefined) counts.set(minute, (counts.get(minute) ?? 0) + 1);
		return minute;
	};
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
