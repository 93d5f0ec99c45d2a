import type { IDataObject } from 'n8n-workflow';
import {
	ALWAYS,
	MINUTES_OF_A_DAY,
	offsetsOf,
	readDate,
	readTimeOfDay,
	type OpeningHours,
	type Window,
} from '../../../gateway/specification/window';
import { inWords } from '../../../n8n/parameters';

/**
 * The hours in which messages may go out, any if undefined; or a sentence about the option that cannot
 * be read.
 */
export type Hours = OpeningHours | string | undefined;

/**
 * Prepares reading of Send Between and Closed Dates.
 *
 * @param zone IANA name of the workflow's time zone
 * @returns reads the options of an item; the same values give the same object
 */
export function hoursReader(zone: string): (options: IDataObject) => Hours {
	const offsetAt = offsetsOf(zone);
	const known = new Map<string, Hours>();
	return (options) => {
		const values = ['sendBetween', 'closedDates'].map((name) =>
			name in options ? [options[name]] : [],
		);
		const key = JSON.stringify(values);
		if (!known.has(key)) known.set(key, readHours(options, zone, offsetAt));
		return known.get(key);
	};
}

function readHours(options: IDataObject, zone: string, offsetAt: OpeningHours['offsetAt']): Hours {
	if (!('sendBetween' in options) && !('closedDates' in options)) return undefined;
	const windows = 'sendBetween' in options ? readWindows(options.sendBetween) : [ALWAYS];
	if (typeof windows === 'string') return windows;
	const dates = 'closedDates' in options ? readDates(options.closedDates, zone) : [];
	if (typeof dates === 'string') return dates;
	return { offsetAt, windows, closedDates: new Set(dates) };
}

/** A window as n8n saves it. */
interface SavedWindow {
	from?: unknown;
	until?: unknown;
	days?: unknown;
	/** Only in the first one. */
	furtherWindows?: { values?: SavedWindow[] } | null;
}

function readWindows(sendBetween: unknown): Window[] | string {
	const { values } = (sendBetween ?? {}) as { values?: SavedWindow | SavedWindow[] };
	const saved = [values ?? []].flat();
	const all = [...saved, ...saved.flatMap(({ furtherWindows }) => furtherWindows?.values ?? [])];
	if (all.length === 0) return "'Send Between' has no window. Add one, or remove the option";
	const windows: Window[] = [];
	for (const [index, one] of all.entries()) {
		const window = readWindow(one);
		const place = all.length > 1 ? `, window ${index + 1}` : '';
		if (typeof window === 'string') return `'Send Between'${place}: ${window}`;
		windows.push(window);
	}
	return windows;
}

function readWindow({ from, until, days = ALWAYS.days }: SavedWindow): Window | string {
	const opens = readTimeOfDay(from);
	const closes = readTimeOfDay(until);
	if (opens === undefined || opens === MINUTES_OF_A_DAY) {
		return `'From' is ${inWords(from)}. Write it as 08:00`;
	}
	if (closes === undefined) return `'Until' is ${inWords(until)}. Write it as 20:00`;
	if (opens === closes) {
		return `'From' and 'Until' are the same time. Write a whole day as 00:00 and 24:00`;
	}
	const weekdays = Array.isArray(days) ? days.map(Number) : [];
	return weekdays.length > 0 && weekdays.every((day) => ALWAYS.days.includes(day))
		? { from: opens, until: closes, days: weekdays }
		: `'Days' is ${inWords([days].flat().join(', '))}. Choose at least one, 1 for Monday to 7 for Sunday`;
}

function readDates(closedDates: unknown, zone: string): number[] | string {
	const typed = typeof closedDates === 'string' ? splitDates(closedDates) : [closedDates].flat();
	const dates: number[] = [];
	for (const one of typed) {
		const date = readDate(one, zone);
		if (date === undefined) return `'Closed Dates': ${inWords(one)} is no date. ${DATES_AS}`;
		dates.push(date);
	}
	return dates;
}

const DATES_AS = 'Write dates as 2026-12-25, separated by commas';

const splitDates = (text: string): string[] =>
	text
		.split(/[,;\n]/)
		.map((date) => date.trim())
		.filter((date) => date !== '');
