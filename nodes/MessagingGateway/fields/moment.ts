import { DateTime } from 'luxon';
import { firstOf } from '../gateway/specification/time';

/**
 * Reads the time at which a message should be sent, as `readMoment` does, and rounds it up to a full
 * minute, as the gateway needs it. A time without seconds loses its milliseconds instead.
 *
 * @returns `null` if it cannot be read with certainty, or not be written in twelve digits
 */
export function readSchedule(value: unknown, zone: string): DateTime | null {
	const moment = readMoment(value, zone);
	if (!moment) return null;
	const minute = moment.startOf('minute');
	const rounded = moment.second === 0 ? minute : minute.plus({ minutes: 1 });
	// On the query interface a badly formatted time is sent at once.
	return rounded.plus({ minutes: MAX_OFFSET_MINUTES }).toUTC().year <= MAX_YEAR ? rounded : null;
}

/**
 * Reads a time to its full precision: an ISO 8601 or SQL text with at least a whole calendar date, a
 * JavaScript Date, or a Luxon DateTime. If the zone has a time twice, the first one counts. If it skips a
 * time, the time after the gap counts.
 *
 * @param zone IANA name of the time zone to use if the value names none
 * @returns `null` if it cannot be read with certainty
 */
export function readMoment(value: unknown, zone: string): DateTime | null {
	const text = textOf(value)?.trim() ?? '';
	// A bare year or a time of day would parse too, but its meaning is unclear.
	if (!/^[1-9]\d{3}-\d{2}-\d{2}/.test(text)) return null;
	const iso = DateTime.fromISO(text, { zone, setZone: true });
	const moment = iso.isValid ? iso : DateTime.fromSQL(text, { zone, setZone: true });
	const isPlausible = moment.isValid && Math.abs(moment.offset) <= MAX_OFFSET_MINUTES;
	return isPlausible ? firstOf(moment).setZone(zone) : null;
}

/** No time zone on Earth is further from GMT. */
const MAX_OFFSET_MINUTES = 14 * 60;
/** Later ones have five digits. */
const MAX_YEAR = 9999;

/** Checks no classes: times of another realm or another copy of Luxon are not instances of this one's. */
function textOf(value: unknown): string | undefined {
	if (typeof value === 'string') return value;
	if (typeof value !== 'object' || value === null) return undefined;
	const { toISO, toISOString } = value as { toISO?: () => unknown; toISOString?: () => unknown };
	try {
		const text = (toISO ?? toISOString)?.call(value);
		return typeof text === 'string' ? text : undefined;
	} catch {
		// An invalid Date throws.
		return undefined;
	}
}

/** A minute for people: in their zone, and in GMT where a clock shows another time then. */
export function describeMoment(iso: string, zone: string): string {
	const inGmt = formatMinute(iso, 'UTC');
	const local = formatMinute(iso, zone);
	return local === inGmt ? `${local} ${zone}` : `${local} ${zone} (${inGmt} GMT)`;
}

const formatMinute = (iso: string, zone: string): string =>
	DateTime.fromISO(iso, { zone }).toFormat('yyyy-MM-dd HH:mm');
