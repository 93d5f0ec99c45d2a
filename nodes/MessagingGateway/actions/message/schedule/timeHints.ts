import { DateTime } from 'luxon';
import { groupBy } from '../../../gateway/specification/lists';
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
	outsideHours: ": 'Send Between' or 'Closed Dates' permit no earlier time",
};

/** The sentences on messages that went out at once, by the note on them. */
const AT_ONCE = {
	isEmpty: (messages: string) =>
		`'Scheduled At' is empty for ${messages}, which means at once. Enter a time, or remove the option.`,
	wasPast: (messages: string) =>
		`'Scheduled At' had passed for ${messages}, and 'If Scheduled Time Is Past' is set to send at once.`,
};

/**
 * The hints on when messages go out, and why.
 *
 * @param sent the recipients whose messages were sent, or would be
 * @param zone IANA name of the workflow's time zone
 * @param gatewayZone the same for the gateway's clock
 */
export function timeHints(sent: Recipient[], zone: string, gatewayZone: string): Hint[] {
	const noted = groupBy(sent, ({ note }) => note);
	const those = (note?: TimeNote): Recipient[] => noted.get(note) ?? [];
	return [
		noted.has('paced') ? pacedHint(sent, zone) : scheduledFor(those(), zone, ''),
		...Object.entries(REASONS).map(([note, reason]) =>
			scheduledFor(those(note as TimeNote), zone, reason),
		),
		repeatedHourHint(timesOf(sent), gatewayZone),
		...Object.entries(AT_ONCE).map(([note, sentence]) => {
			const { length } = those(note as TimeNote);
			return length > 0 ? sentence(counted(length, 'message')) : undefined;
		}),
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

/** Reports a time that the gateway's clock shows twice, as when summer time ends. */
function repeatedHourHint(times: string[], zone: string): Hint {
	const isShownTwice = (time: string): boolean =>
		DateTime.fromISO(time, { zone }).getPossibleOffsets().length > 1;
	const time = times.find(isShownTwice);
	return time === undefined
		? undefined
		: `The gateway's clock shows ${formatMinute(time, zone)} ${zone} twice, so a message for that hour may go out an hour early or late.`;
}

/** A minute for people: in their zone, and in GMT where a clock shows another time then. */
function describeMoment(iso: string, zone: string): string {
	const inGmt = formatMinute(iso, 'UTC');
	const local = formatMinute(iso, zone);
	return local === inGmt ? `${local} ${zone}` : `${local} ${zone} (${inGmt} GMT)`;
}

const formatMinute = (iso: string, zone: string): string =>
	DateTime.fromISO(iso, { zone }).toFormat('yyyy-MM-dd HH:mm');
