import { describeMinute, describeMoment, isShownTwice } from '../../../gateway/specification/time';
import type { Hint } from '../../../n8n/hints';
import { counted } from '../../../n8n/parameters';
import type { Recipient } from '../recipients/readRecipients';
import type { TimeNote } from './askedTime';

/** Most times in a hint; nobody reads a longer list. */
const MAX_TIMES = 3;

/** What follows the times of messages, by the note on them. */
const REASONS: Partial<Record<TimeNote, string>> = {
	meansMidnight:
		': a date without a time of day means midnight. Write the time as in 2026-12-24 10:00',
	outsideHours: ", as it would be outside 'Send Between' otherwise",
	closedDate: ", as it would be on one of the 'Closed Dates' otherwise",
};

/**
 * The hints on when messages go out, and why.
 *
 * @param sent the recipients whose messages were sent, or would be
 * @param zone IANA name of the workflow's time zone
 * @param gatewayZone the same for the gateway's clock
 */
export function timeHints(sent: Recipient[], zone: string, gatewayZone: string): Hint[] {
	const isPaced = sent.some(({ note }) => note === 'paced');
	const asPlanned = sent.filter(({ note }) => note === undefined);
	return [
		isPaced ? pacedHint(sent, zone) : scheduledFor(asPlanned, zone, ''),
		...Object.entries(REASONS).map(([note, reason]) =>
			scheduledFor(
				sent.filter((recipient) => recipient.note === note),
				zone,
				reason,
			),
		),
		repeatedHourHint(timesOf(sent), gatewayZone),
		pastHint(sent.filter(({ note }) => note === 'wasPast').length),
	];
}

function scheduledFor(sent: Recipient[], zone: string, reason: string): Hint {
	const times = timesOf(sent);
	if (times.length === 0) return undefined;
	const named = times.slice(0, MAX_TIMES).map((time) => describeMoment(time, zone));
	const others = times.length > MAX_TIMES ? ' and other times' : '';
	return `Scheduled for ${named.join('; ')}${others}${reason}.`;
}

/** The different times, each ISO 8601, the earliest first. */
const timesOf = (sent: Recipient[]): string[] =>
	[...new Set(sent.flatMap(({ scheduledAt }) => scheduledAt ?? []))].sort();

function pacedHint(sent: Recipient[], zone: string): Hint {
	const times = timesOf(sent).map((time) => describeMoment(time, zone));
	const startsNow = sent.some(({ scheduledAt }) => scheduledAt === null);
	const first = startsNow ? 'the first go out at once' : `the first go out at ${times[0]}`;
	return `'Messages per Minute' spreads the messages: ${first}, the last at ${times.at(-1)}.`;
}

function pastHint(count: number): Hint {
	if (count === 0) return undefined;
	return `'Scheduled At' had passed for ${counted(count, 'message')}, and 'If Scheduled Time Is Past' is set to send at once.`;
}

function repeatedHourHint(times: string[], gatewayZone: string): Hint {
	const time = times.find((one) => isShownTwice(one, gatewayZone));
	return time === undefined
		? undefined
		: `The gateway's clock shows ${describeMinute(time, gatewayZone)} twice, so a message for that hour may go out an hour early or late.`;
}
