import type { IDataObject } from 'n8n-workflow';
import { readMoment } from '../../../fields/moment';
import { inWords, splitList } from '../../../fields/values';
import {
	ALWAYS,
	dayOf,
	MINUTES_OF_A_DAY,
	minuteOf,
	offsetsOf,
	type OpeningHours,
	type Window,
} from './openingHours';

const OPTIONS = ['sendBetween', 'closedDates', 'outsideHours'];

/**
 * Prepares reading of the hours.
 *
 * @param zone IANA name of the workflow's time zone
 * @returns reads the hours from the options of an item; any if undefined. The same values give the same
 * object. Throws an error whose message is a sentence for the user if they cannot be read
 */
export function hoursReader(zone: string): (options: IDataObject) => OpeningHours | undefined {
	const offsetAt = offsetsOf(zone);
	const known = new Map<string, OpeningHours>();
	return (options) => {
		const set = Object.entries(options).filter(([name]) => OPTIONS.includes(name));
		if (set.length === 0) return undefined;
		const key = JSON.stringify(set);
		const hours = known.get(key) ?? {
			offsetAt,
			windows: 'sendBetween' in options ? readWindows(options.sendBetween) : [ALWAYS],
			closedDates: new Set('closedDates' in options ? readDates(options.closedDates, zone) : []),
			outside: options.outsideHours === 'doNotSend' ? 'doNotSend' : 'schedule',
		};
		known.set(key, hours);
		return hours;
	};
}

function readWindows(sendBetween: unknown): Window[] {
	const windows = Object.values(sendBetween as Record<string, TypedWindow>);
	return windows.map((window, index) =>
		readWindow(window, `'Send Between'${windows.length > 1 ? `, window ${index + 1}` : ''}`),
	);
}

/** A window as its field declares it. */
interface TypedWindow {
	from: unknown;
	until: unknown;
	days: number[];
}

function readWindow({ from: opening, until: closing, days }: TypedWindow, place: string): Window {
	const wrong = (sentence: string): Error => new Error(`${place}: ${sentence}`);
	const from = readTimeOfDay(opening);
	const until = readTimeOfDay(closing);
	if (from === undefined || from === MINUTES_OF_A_DAY) {
		throw wrong(`'From' is ${inWords(opening)}. Write it as 08:00`);
	}
	if (until === undefined) throw wrong(`'Until' is ${inWords(closing)}. Write it as 20:00`);
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

/** Reads dates, `2026-12-25` or the beginning of a day in the zone, as days since 1970-01-01. */
function readDates(closedDates: unknown, zone: string): number[] {
	const isText = typeof closedDates === 'string';
	const typed = isText ? splitList(closedDates, /[,;\n]/) : [closedDates].flat();
	return typed.map((one) => {
		const moment = readMoment(one, zone);
		if (moment && +moment === +moment.startOf('day')) {
			return dayOf(minuteOf(+moment) + moment.offset);
		}
		throw new Error(
			`'Closed Dates': ${inWords(one)} is no date. Write dates as 2026-12-25, separated by commas`,
		);
	});
}
