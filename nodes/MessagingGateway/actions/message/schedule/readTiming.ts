import type { IDataObject } from 'n8n-workflow';
import { readMoment, readSchedule } from '../../../fields/moment';
import { quoted, notATime } from '../../../fields/sentences';
import { splitList } from '../../../fields/text';
import { toIso } from '../../../gateway/specification/time';
import { asProblem, isProblem, notSent, type Problem } from '../problem';
import {
	ALWAYS,
	dayOf,
	MINUTES_OF_A_DAY,
	minuteOf,
	offsetsOf,
	type OpeningHours,
	type Window,
} from './openingHours';
import { WINDOWS } from './schedule.fields';

/** What there is to say about a time: why it is another than the one asked for, or what it means. */
export type TimeNote = 'isEmpty' | 'wasPast' | 'meansMidnight' | 'outsideHours' | 'paced';

export interface Timing {
	/** A full minute, ISO 8601 in UTC; null for at once. */
	scheduledAt: string | null;
	hours?: OpeningHours | undefined;
	note?: TimeNote;
}

export const AT_ONCE: Timing = { scheduledAt: null };

/**
 * Prepares reading of the times. One that cannot be read must never be treated as now.
 *
 * @param zone IANA name of the workflow's time zone
 * @param isTyped whether an empty 'Scheduled At' was typed, and is no value of an expression
 * @param now gives the present, in milliseconds since 1970
 * @returns reads the options of an item; gives the problem if one cannot be read. The same hours are the
 * same object
 */
export function timingReader(
	zone: string,
	isTyped: () => boolean = () => false,
	now: () => number = Date.now,
): (options: IDataObject) => Timing | Problem {
	let offsetAt: OpeningHours['offsetAt'] | undefined;
	const known = new Map<string, OpeningHours>();
	const hoursOf = ({ sendBetween, closedDates, outsideHours }: IDataObject) => {
		const key = JSON.stringify([sendBetween, closedDates, outsideHours]);
		const hours = known.get(key) ?? {
			offsetAt: (offsetAt ??= offsetsOf(zone)),
			windows: sendBetween === undefined ? [ALWAYS] : readWindows(sendBetween),
			closedDates: new Set(closedDates === undefined ? [] : readDates(closedDates, zone)),
			outside: outsideHours === 'doNotSend' ? 'doNotSend' : 'schedule',
		};
		known.set(key, hours);
		return hours;
	};
	return (options) => {
		const { sendBetween, closedDates } = options;
		const asked = 'scheduledAt' in options ? readScheduledAt(options, zone, now()) : AT_ONCE;
		if (isProblem(asked)) return asked;
		if (asked.note === 'isEmpty' && isTyped()) return EMPTY;
		if (sendBetween === undefined && closedDates === undefined) return asked;
		try {
			return { ...asked, hours: hoursOf(options) };
		} catch (error) {
			return notSent((error as Error).message);
		}
	};
}

/** The calendar field empties itself where it cannot read what was typed. */
const EMPTY = asProblem(
	'INVALID_TIME',
	"'Scheduled At' is empty. Write a time as 2026-12-24 10:00:00, or remove the option to send at once",
);

/** Reads the time without the hours; an empty one means now. */
function readScheduledAt(
	{ scheduledAt: typed, whenTimeIsPast }: IDataObject,
	zone: string,
	present: number,
): Timing | Problem {
	if (typed === '') return { ...AT_ONCE, note: 'isEmpty' };
	const moment = readSchedule(typed, zone);
	if (!moment) return asProblem('INVALID_TIME', notATime('Scheduled At', typed));
	const scheduledAt = toIso(moment);
	if (moment.toMillis() > present) {
		return { scheduledAt, ...(isDateOnly(typed) && { note: 'meansMidnight' }) };
	}
	if (whenTimeIsPast === 'sendNow') return { ...AT_ONCE, note: 'wasPast' };
	return asProblem('INVALID_TIME', `${scheduledAt} is in the past`);
}

const isDateOnly = (typed: unknown): boolean =>
	typeof typed === 'string' && /^\s*[\d-]+\s*$/.test(typed);

type TypedWindow = Pick<Window, 'days'> & { from: unknown; until: unknown };

const readWindows = (sendBetween: unknown): Window[] =>
	Object.entries(sendBetween as Record<string, TypedWindow>).map(([name, window], _, { length }) =>
		readWindow(
			window,
			`'Send Between'${length > 1 ? `, ${WINDOWS[name as keyof typeof WINDOWS]}` : ''}`,
		),
	);

function readWindow({ from: opening, until: closing, days }: TypedWindow, place: string): Window {
	const wrong = (sentence: string): Error => new Error(`${place}: ${sentence}`);
	const from = readTimeOfDay(opening);
	const until = readTimeOfDay(closing);
	if (from === undefined || from === MINUTES_OF_A_DAY) {
		throw wrong(`'From' is ${quoted(opening)}. Write it as 08:00`);
	}
	if (until === undefined) throw wrong(`'Until' is ${quoted(closing)}. Write it as 20:00`);
	if (from === until) {
		throw wrong("'From' and 'Until' are the same time. Write a whole day as 00:00 and 24:00");
	}
	if (days.length > 0) return { from, until, days };
	throw wrong("'Days' is empty. Choose at least one, 1 for Monday to 7 for Sunday");
}

/**
 * Reads a time of day, `08:00`, `8:00`, `08.00` or `0800`, as minutes after midnight, 1440 for `24:00`;
 * undefined for anything else.
 */
function readTimeOfDay(value: unknown): number | undefined {
	const text = typeof value === 'string' ? value.trim() : '';
	const [, hours, minutes] = /^(\d?\d(?=:)|\d\d)[:.]?([0-5]\d)$/.exec(text) ?? [];
	const minute = Number(hours) * 60 + Number(minutes);
	return minute <= MINUTES_OF_A_DAY ? minute : undefined;
}

/** Reads dates, `2026-12-25` or the beginning of a day in the zone or in UTC, as days since 1970-01-01. */
function readDates(closedDates: unknown, zone: string): number[] {
	const isText = typeof closedDates === 'string';
	const typed = isText ? splitList(closedDates, /[,;\n]/) : [closedDates].flat();
	return typed.map((one) => {
		// A database gives a date as midnight in UTC, which is another time of the day in the zone.
		for (const where of [zone, 'UTC']) {
			const moment = readMoment(one, where);
			if (moment && +moment === +moment.startOf('day')) {
				return dayOf(minuteOf(+moment) + moment.offset);
			}
		}
		throw new Error(
			`'Closed Dates': ${quoted(one)} is no date. Write dates as 2026-12-25, separated by commas`,
		);
	});
}
