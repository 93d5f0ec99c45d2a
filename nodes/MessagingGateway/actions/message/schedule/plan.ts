import { unrequested, type SendGuard } from '../../../gateway/operations/send';
import { isoOf } from '../../../gateway/specification/time';
import { requestOthers } from '../once/sendOnce';
import { notSent, type Problem } from '../problem';
import {
	isOpen,
	MILLISECONDS_OF_A_MINUTE,
	minuteOf,
	nextOpening,
	type OpeningHours,
} from './openingHours';
import type { Timing } from './readTiming';

export class Plan {
	/** The messages of each minute, as `minuteOf` counts. */
	private readonly counts = new Map<number, number>();
	/** For each hours and minute, which opening to look at next: a minute that is full stays full. */
	private readonly openings = new Map<unknown, Map<number, number | undefined>>();

	/**
	 * @param perMinute at most so many messages in a minute, in the order in which they are scheduled
	 * @param now gives the present, in milliseconds since 1970
	 */
	constructor(
		private readonly perMinute = Infinity,
		private readonly now: () => number = Date.now,
	) {}

	/**
	 * Gives a message the earliest time at which it may go out, or the problem that there is none. One that
	 * may go out as asked keeps its time; without a time it goes out at once.
	 */
	schedule(asked: Timing): Timing | Problem {
		const { hours } = asked;
		if (!hours && this.perMinute === Infinity) return asked;
		const present = minuteOf(this.now());
		const wish = departureOf(asked.scheduledAt, present);
		const isOutside = isOutsideAt(wish, present, hours);
		if (isOutside && hours?.outside === 'doNotSend') return NOT_ALLOWED;
		const minute = this.take(isOutside ? Math.max(wish, present + 1) : wish, hours);
		if (minute === wish) return asked;
		if (minute === undefined) return hours?.outside === 'doNotSend' ? NOT_ALLOWED : NEVER;
		const note = this.perMinute === Infinity ? 'outsideHours' : 'paced';
		return { ...asked, scheduledAt: isoOf(minute * MILLISECONDS_OF_A_MINUTE), note };
	}

	/**
	 * Finds the earliest minute from one on at which the hours are open and fewer than `perMinute` messages
	 * go out, and counts a message there.
	 *
	 * @param hours the same object for the same hours; any minute is open if absent
	 * @returns undefined if there is none within a year, or if a message may not wait for the next opening
	 */
	take(from: number, hours?: OpeningHours): number | undefined {
		const openings = this.openings.get(hours) ?? new Map<number, number | undefined>();
		this.openings.set(hours, openings);
		const passed: number[] = [];
		let opening: number | undefined;
		for (let minute = from; ; minute = opening + 1) {
			passed.push(minute);
			opening = openings.has(minute) ? openings.get(minute) : openingFrom(minute, hours);
			if (opening === undefined || (this.counts.get(opening) ?? 0) < this.perMinute) break;
		}
		for (const minute of passed) openings.set(minute, opening);
		if (opening !== undefined) this.counts.set(opening, (this.counts.get(opening) ?? 0) + 1);
		return opening;
	}
}

/** Sends a message only while its hours are open: a long run may last until they have closed. */
export function whileOpen(planned: Array<Timing & { message: unknown }>): SendGuard {
	const hoursOf = new Map(planned.map(({ message, hours }) => [message, hours]));
	return async (messages, request) => {
		const present = minuteOf(Date.now());
		const known = messages.map((message) => {
			const departure = departureOf(message.schedule, present);
			return isOutsideAt(departure, present, hoursOf.get(message)) ? CLOSED : undefined;
		});
		return await requestOthers(messages, known, request);
	};
}

const CLOSED = unrequested(
	notSent("The hours of 'Send Between' had ended. Run the workflow again for what was not sent"),
);
const NOT_ALLOWED = notSent("'Send Between' or 'Closed Dates' do not allow this time");
const NEVER = notSent("'Send Between' and 'Closed Dates' leave no time to send within a year");

/** The minute at which the gateway sends: the present one without a time, and if the time is past. */
const departureOf = (scheduledAt: string | null, present: number): number =>
	Math.max(present, scheduledAt === null ? 0 : minuteOf(Date.parse(scheduledAt)));

/** A request takes up to a minute, so what goes out at once needs the next minute too. */
const isOutsideAt = (minute: number, present: number, hours?: OpeningHours): boolean =>
	hours !== undefined &&
	(!isOpen(minute, hours) || (minute === present && !isOpen(minute + 1, hours)));

function openingFrom(minute: number, hours: OpeningHours | undefined): number | undefined {
	if (!hours || isOpen(minute, hours)) return minute;
	return hours.outside === 'doNotSend' ? undefined : nextOpening(minute, hours);
}
