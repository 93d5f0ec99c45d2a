import { DateTime } from 'luxon';
import { groupBy } from '../../../gateway/specification/lists';
import type { Hint } from '../../../host/hints';
import { counted } from '../../../fields/values';
import type { TimeNote, Timing } from './readTiming';

/** Most times in a hint; nobody reads a longer list. */
const MAX_TIMES = 3;

/**
 * The hints on messages that go out at another time than somebody may expect, the most important first.
 *
 * @param sent the times of the messages that were sent, or would be
 * @param zone IANA name of the workflow's time zone
 * @param gatewayZone the same for the gateway's clock
 */
export function timeHints(sent: Timing[], zone: string, gatewayZone: string): Hint[] {
	const noted = groupBy(sent, ({ note }) => note);
	const withNote = (note: TimeNote): Timing[] => noted.get(note) ?? [];
	return [
		scheduledFor(withNote('meansMidnight'), zone, MEANS_MIDNIGHT),
		atOnceHint(
			withNote('isEmpty'),
			'is empty',
			'which means at once. Enter a time, or remove the option',
		),
		atOnceHint(
			withNote('wasPast'),
			'had passed',
			"and 'If Scheduled Time Is Past' is set to send at once",
		),
		repeatedHourHint(timesOf(sent), gatewayZone),
		scheduledFor(withNote('outsideHours'), zone, OUTSIDE_HOURS),
	];
}

/** The hint on the times that were asked for, or that the pace gives. */
export function scheduleHint(sent: Timing[], zone: string): Hint {
	if (sent.some(({ note }) => note === 'paced')) return pacedHint(sent, zone);
	const plain = sent.filter(({ note }) => note === undefined);
	return scheduledFor(plain, zone, '');
}

const MEANS_MIDNIGHT =
	': a date without a time of day means midnight. Write the time as in 2026-12-24 10:00';
const OUTSIDE_HOURS = ": 'Send Between' or 'Closed Dates' allow no earlier time";

const atOnceHint = ({ length }: Timing[], was: string, meaning: string): Hint =>
	length > 0 ? `'Scheduled At' ${was} for ${counted(length, 'message')}, ${meaning}.` : undefined;

function scheduledFor(sent: Timing[], zone: string, reason: string): Hint {
	const times = timesOf(sent);
	if (times.length === 0) return undefined;
	const named = times.slice(0, MAX_TIMES).map((time) => describeMoment(time, zone));
	const others = times.length > MAX_TIMES ? ' and other times' : '';
	return `Scheduled for ${named.join('; ')}${others}${reason}.`;
}

/** The different times, each ISO 8601, the earliest first. */
const timesOf = (sent: Timing[]): string[] =>
	[...new Set(sent.flatMap(({ scheduledAt }) => scheduledAt ?? []))].sort();

function pacedHint(sent: Timing[], zone: string): Hint {
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
