import type { IDataObject } from 'n8n-workflow';
import { readSchedule } from '../../../fields/moment';
import { toIso } from '../../../gateway/specification/time';
import { notATime } from '../../../fields/values';
import { asProblem, notSent, type Problem } from '../problem';
import type { OpeningHours } from './openingHours';
import { hoursReader } from './readHours';

/** What there is to say about a time: why it is another than the one asked for, or what it means. */
export type TimeNote = 'isEmpty' | 'wasPast' | 'meansMidnight' | 'outsideHours' | 'paced';

/** When the messages of an item should go out. */
export interface AskedTime {
	/** A full minute, ISO 8601 in UTC; null for at once. */
	scheduledAt: string | null;
	/** The hours in which they may go out; any if absent. */
	hours?: OpeningHours | undefined;
	note?: TimeNote;
}

/** Without any option. */
export const AT_ONCE: AskedTime = { scheduledAt: null };

/**
 * Prepares reading of the times. One that cannot be read must never be treated as now.
 *
 * @param zone IANA name of the workflow's time zone
 * @returns reads the options of an item; gives the problem if one cannot be read
 */
export function askedTimeReader(zone: string): (options: IDataObject) => AskedTime | Problem {
	const hoursOf = hoursReader(zone);
	return (options) => {
		const asked = readAskedTime(options, zone);
		if ('result' in asked) return asked;
		try {
			return { ...asked, hours: hoursOf(options) };
		} catch (error) {
			return notSent((error as Error).message);
		}
	};
}

/** The time without the hours; an empty one means now. */
function readAskedTime(options: IDataObject, zone: string): AskedTime | Problem {
	const { scheduledAt: typed, whenTimeIsPast } = options;
	if (!('scheduledAt' in options)) return AT_ONCE;
	if (typed === '') return { ...AT_ONCE, note: 'isEmpty' };
	const moment = readSchedule(typed, zone);
	if (!moment) return asProblem('INVALID_TIME', notATime('Scheduled At', typed));
	const scheduledAt = toIso(moment);
	if (moment.toMillis() > Date.now()) {
		return { scheduledAt, ...(isDateOnly(typed) && { note: 'meansMidnight' }) };
	}
	if (whenTimeIsPast === 'sendNow') return { ...AT_ONCE, note: 'wasPast' };
	return asProblem('INVALID_TIME', `${scheduledAt} is in the past`);
}

const isDateOnly = (typed: unknown): boolean =>
	typeof typed === 'string' && /^\s*[\d-]+\s*$/.test(typed);
