import type { IDataObject } from 'n8n-workflow';
import { splitList } from '../../../gateway/specification/lists';
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

/** An option that cannot be read; its message is a sentence for the user. */
export class HoursError extends Error {}

/**
 * Prepares reading of Send Between and Closed Dates.
 *
 * @param zone IANA name of the workflow's time zone
 * @returns reads the hours from the options of an item; any if undefined. The same values give the same
 * object. Throws HoursError for an option that cannot be read
 */
export function hoursReader(zone: string): (options: IDataObject) => OpeningHours | undefined {
	const offsetAt = offsetsOf(zone);
	const known = new Map<string, OpeningHours>();
	return (options) => {
		if (!('sendBetween' in options) && !('closedDates' in options)) return undefined;
		const values = ['sendBetween', 'closedDates'].map((name) =>
			name in options ? [options[name]] : [],
		);
		const key = JSON.stringify(values);
		const hours = known.get(key) ?? {
			offsetAt,
			windows: 'sendBetween' in options ? readWindows(options.sendBetween) : [ALWAYS],
			closedDates: new Set('closedDates' in options ? readDates(options.closedDates, zone) : []),
		};
		known.set(key, hours);
		return hours;
	};
}

/** A window as n8n saves it. */
interface SavedWindow {
	from?: unknown;
	until?: unknown;
	days?: unknown;
	/** Only in the first one. */
	furtherWindows?: { values?: SavedWindow[] } | null;
}

function readWindows(sendBetween: unknown): Window[] {
	const { values } = (sendBetween ?? {}) as { values?: SavedWindow | SavedWindow[] };
	const saved = [values ?? []].flat();
	const all = [...saved, ...saved.flatMap(({ furtherWindows }) => furtherWindows?.values ?? [])];
	if (all.length === 0) {
		throw new HoursError("'Send Between' has no window. Add one, or remove the option");
	}
	return all.map((window, index) =>
		readWindow(window, `'Send Between'${all.length > 1 ? `, window ${index + 1}` : ''}`),
	);
}

function readWindow({ from, until, days = ALWAYS.days }: SavedWindow, place: string): Window {
	const wrong = (sentence: string): Error => new HoursError(`${place}: ${sentence}`);
	const opens = readTimeOfDay(from);
	const closes = readTimeOfDay(until);
	if (opens === undefined || opens === MINUTES_OF_A_DAY) {
		throw wrong(`'From' is ${inWords(from)}. Write it as 08:00`);
	}
	if (closes === undefined) throw wrong(`'Until' is ${inWords(until)}. Write it as 20:00`);
	if (opens === closes) {
		throw wrong("'From' and 'Until' are the same time. Write a whole day as 00:00 and 24:00");
	}
	const weekdays = Array.isArray(days) ? days.map(Number) : [];
	if (weekdays.length > 0 && weekdays.every((day) => ALWAYS.days.includes(day))) {
		return { from: opens, until: closes, days: weekdays };
	}
	const typed = inWords([days].flat().join(', '));
	throw wrong(`'Days' is ${typed}. Choose at least one, 1 for Monday to 7 for Sunday`);
}

/** The dates as days since 1970-01-01. */
function readDates(closedDates: unknown, zone: string): number[] {
	const isText = typeof closedDates === 'string';
	const typed = isText ? splitList(closedDates, /[,;\n]/) : [closedDates].flat();
	return typed.map((one) => {
		const date = readDate(one, zone);
		if (date !== undefined) return date;
		throw new HoursError(
			`'Closed Dates': ${inWords(one)} is no date. Write dates as 2026-12-25, separated by commas`,
		);
	});
}
