import { DateTime } from 'luxon';

/** The gateway's format for minutes: CCYYMMDDHHmm, always GMT (spec, "Common conventions"). */
const WIRE_MINUTE = 'yyyyMMddHHmm';

/**
 * Reads the time at which a message should be sent, rounded up to a full minute, as the gateway needs
 * it. A time without seconds loses its milliseconds instead.
 *
 * @param value a time as `readMoment` accepts it
 * @param zone IANA name of the time zone to use if the value names none
 * @returns `null` if it cannot be read with certainty, or not be written in twelve digits
 */
export function readSchedule(value: unknown, zone: string): DateTime | null {
	const moment = readMoment(value, zone);
	if (!moment) return null;
	const minute = moment.startOf('minute');
	const rounded = moment.second === 0 ? minute : minute.plus({ minutes: 1 });
	// On the query interface a badly formatted time is sent at once.
	return /^\d{12}$/.test(toWireMinute(rounded)) ? rounded : null;
}

/**
 * Reads a time to its full precision: an ISO 8601 or SQL text with at least a whole calendar date, a
 * JavaScript Date, or a Luxon DateTime.
 *
 * @returns `null` if it cannot be read with certainty
 */
export function readMoment(value: unknown, zone: string): DateTime | null {
	const text = textOf(value)?.trim() ?? '';
	// A bare year or a time of day would parse too, but its meaning is unclear.
	if (!/^[1-9]\d{3}-\d{2}-\d{2}/.test(text)) return null;
	const iso = DateTime.fromISO(text, { zone, setZone: true });
	const moment = iso.isValid ? iso : DateTime.fromSQL(text, { zone, setZone: true });
	const isPlausible = moment.isValid && Math.abs(moment.offset) <= MAX_OFFSET_MINUTES;
	return isPlausible ? moment.setZone(zone) : null;
}

/** No time zone on Earth is further from GMT. */
const MAX_OFFSET_MINUTES = 14 * 60;

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

/** The minute in the gateway's format. */
export const toWireMinute = (moment: DateTime): string => moment.toUTC().toFormat(WIRE_MINUTE);

/** ISO 8601 in UTC without fractions, the format of every time that this package outputs. */
export const toIso = (moment: DateTime): string =>
	moment.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) ?? '';

export const nowIso = (): string => toIso(DateTime.utc());

const WIRE_SECOND =
	/^(\d{4})\/(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;
const WIRE_MINUTE_DIGITS = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])([0-5]\d)$/;

/**
 * Reads the gateway's `ccyy/mm/dd HH:mm:ss` as ISO 8601. Other text is passed on, with the password
 * removed by `conceal`.
 */
export const readWireSecond = (text: string, conceal: (text: string) => string): string =>
	fromWire(text, WIRE_SECOND) ?? conceal(text);

/** The same for the gateway's `CCYYMMDDHHmm`. */
export const readWireMinute = (text: string, conceal: (text: string) => string): string =>
	fromWire(text, WIRE_MINUTE_DIGITS) ?? conceal(text);

/** Without Luxon, which is slow: an answer may hold 200,000 times. */
function fromWire(text: string, format: RegExp): string | undefined {
	const [whole, year, month, day, hour, minute, second = '00'] = format.exec(text.trim()) ?? [];
	if (whole === undefined) return undefined;
	const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
	// Every month has 28 days. JavaScript reads 30 February as 2 March.
	const exists = Number(day) <= 28 || new Date(`${iso}Z`).toISOString().startsWith(iso);
	return exists ? `${iso}Z` : undefined;
}

/** A moment for people: in their zone and in GMT. */
export function describeMoment(iso: string, zone: string): string {
	const moment = DateTime.fromISO(iso, { zone });
	const format = 'yyyy-MM-dd HH:mm';
	return `${moment.toFormat(format)} ${zone} (${moment.toUTC().toFormat(format)} GMT)`;
}
