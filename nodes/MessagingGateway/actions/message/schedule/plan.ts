import { isProblem, notSent } from '../problem';
import type { Recipient } from '../outgoing/readRecipients';
import { isoOfMinute, isOpen, minuteOf, nextOpening, type OpeningHours } from './openingHours';

/** Plans when the messages of a run go out, one after the other. */
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
	 * Gives a recipient the earliest time at which the message may go out, or the problem that there is none.
	 * What may go out at the time that was asked for keeps it; without a time it goes out at once.
	 */
	schedule(recipient: Recipient): Recipient {
		const { message, hours } = recipient;
		if (isProblem(message) || (!hours && this.perMinute === Infinity)) return recipient;
		const present = minuteOf(this.now());
		const asked = minuteFor(message.schedule, present);
		const isOutside = isOutsideAt(asked, present, hours);
		const isRefused = isOutside && hours?.outside === 'doNotSend';
		const from = isOutside ? Math.max(asked, present + 1) : asked;
		const minute = isRefused ? undefined : this.earliest(from, hours);
		if (minute === asked) return recipient;
		if (minute === undefined) {
			return { ...recipient, message: hours?.outside === 'doNotSend' ? NOT_PERMITTED : NEVER };
		}
		const scheduledAt = isoOfMinute(minute);
		return {
			...recipient,
			scheduledAt,
			note: this.perMinute === Infinity ? 'outsideHours' : 'paced',
			message: { ...message, schedule: scheduledAt },
		};
	}

	/** Whether the message of a recipient would go out outside its hours if its request began now. */
	isOutside({ message, hours }: Recipient): boolean {
		const present = minuteOf(this.now());
		return !isProblem(message) && isOutsideAt(minuteFor(message.schedule, present), present, hours);
	}

	/**
	 * Finds the earliest minute from one on at which the hours are open and fewer than `perMinute` messages
	 * go out, and counts a message there.
	 *
	 * @param hours the same object for the same hours; any minute is open if absent
	 * @returns undefined if there is none within a year, or if a message may not wait for the next opening
	 */
	earliest(from: number, hours?: OpeningHours): number | undefined {
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

const NOT_PERMITTED = notSent("'Send Between' or 'Closed Dates' do not permit this time");
const NEVER = notSent("'Send Between' and 'Closed Dates' leave no time to send within a year");

/** The minute at which the gateway sends: at once without a time, and if the time is past. */
const minuteFor = (schedule: string | null, present: number): number =>
	Math.max(present, schedule === null ? 0 : minuteOf(Date.parse(schedule)));

/** A request takes up to a minute, so what goes out at once needs the next minute too. */
const isOutsideAt = (minute: number, present: number, hours?: OpeningHours): boolean =>
	hours !== undefined &&
	(!isOpen(minute, hours) || (minute === present && !isOpen(minute + 1, hours)));

function openingFrom(minute: number, hours: OpeningHours | undefined): number | undefined {
	if (!hours || isOpen(minute, hours)) return minute;
	return hours.outside === 'doNotSend' ? undefined : nextOpening(minute, hours);
}
