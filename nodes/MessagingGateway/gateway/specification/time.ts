import { DateTime, IANAZone, Info, type Zone } from 'luxon';

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
	return rounded.plus({ minutes: MAX_OFFSET_MINUTES }).toUTC().year <= MAX_YEAR ? rounded : null;
}

/**
 * Reads a time to its full precision: an ISO 8601 or SQL text with at least a whole calendar date, a
 * JavaScript Date, or a Luxon DateTime. A time that the zone has twice is the first of the two, and one that it
 * skips is the time after the gap.
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
	return isPlausible ? firstOf(moment).setZone(zone) : null;
}

/** The first of two times that look the same. Luxon takes either, depending on the time of the year. */
const firstOf = (moment: DateTime): DateTime => moment.getPossibleOffsets()[0] ?? moment;

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

/** ISO 8601 in UTC without fractions, the format of every time that this package outputs. */
export const toIso = (moment: DateTime): string =>
	moment.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) ?? '';

export const nowIso = (): string => toIso(DateTime.utc());

/** The same of a full second, given in milliseconds since 1970, without the work of Luxon. */
export const isoOf = (milliseconds: number): string =>
	new Date(milliseconds).toISOString().replace('.000Z', 'Z');

/** Whether a name is that of a time zone, such as `Africa/Johannesburg` or `UTC`. Luxon remembers the answer. */
export const isTimeZone = (name: string): boolean => IANAZone.create(name).isValid;

/** The gateway's clock. Every time that the gateway writes or is given is on it. */
export interface Clock {
	/** Writes a time, ISO 8601, in the gateway's format CCYYMMDDHHmm. */
	write: (iso: string) => string;
	/**
	 * Reads the gateway's CCYYMMDDHHmm or `ccyy/mm/dd HH:mm:ss` as ISO 8601 in UTC. A time that the clock
	 * shows twice is the first of the two, and one that it skips is the time after the gap.
	 *
	 * @returns undefined for any other text
	 */
	read: (text: string) => string | undefined;
}

/**
 * Makes the clock of a gateway in a time zone: GMT (protocol, "Common conventions"), another one for
 * some services.
 *
 * @param name an existing time zone
 */
export function clockIn(name: string): Clock {
	const zone = Info.normalizeZone(name);
	const offsets = new Map<string, number | undefined>();
	const offsetOn = (day: string): number | undefined => {
		if (!offsets.has(day)) offsets.set(day, steadyOffset(zone, day));
		return offsets.get(day);
	};
	return {
		write: (iso) => DateTime.fromISO(iso, { zone }).toFormat('yyyyMMddHHmm'),
		read: (text) => {
			const local = localTimeIn(text);
			if (local === undefined) return undefined;
			const offset = offsetOn(local.slice(0, 'ccyy-mm-dd'.length));
			if (offset === undefined) return toIso(firstOf(DateTime.fromISO(local, { zone })));
			return offset === 0 ? `${local}Z` : shifted(local, -offset);
		},
	};
}

const DAY = 24 * 60 * 60_000;

/**
 * The minutes that a zone is ahead of GMT on a day; undefined if its clock changes around that day. Luxon
 * is slow, and an answer may hold 200,000 times: one offset serves all times of a day.
 */
function steadyOffset(zone: Zone, day: string): number | undefined {
	const start = Date.parse(day);
	const before = zone.offset(start - DAY);
	return zone.offset(start + 2 * DAY) === before ? before : undefined;
}

const shifted = (local: string, minutes: number): string =>
	isoOf(Date.parse(`${local}Z`) + minutes * 60_000);

const WIRE_SECOND =
	/^(\d{4})\/(0[1-9]|1[0-2])\/(0[1-9]|[12]\d|3[01]) ([01]\d|2[0-3]):([0-5]\d):([0-5]\d)$/;
const WIRE_MINUTE = /^(\d{4})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([01]\d|2[0-3])([0-5]\d)$/;

/** The time in a text of the gateway, as ISO 8601 without a zone. */
function localTimeIn(text: string): string | undefined {
	const written = text.trim();
	const parts = WIRE_MINUTE.exec(written) ?? WIRE_SECOND.exec(written);
	if (!parts) return undefined;
	const [, year, month, day, hour, minute, second = '00'] = parts;
	const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
	// Every month has 28 days. JavaScript reads 30 February as 2 March.
	const exists = Number(day) <= 28 || new Date(`${local}Z`).toISOString().startsWith(local);
	return exists ? local : undefined;
}

/** Whether a clock in the zone shows this time twice, as when summer time ends. */
export const isShownTwice = (iso: string, zone: string): boolean =>
	DateTime.fromISO(iso, { zone }).getPossibleOffsets().length > 1;

/** A minute for people: in their zone, and in GMT where a clock shows another time then. */
export function describeMoment(iso: string, zone: string): string {
	const inGmt = formatMinute(iso, 'UTC');
	const local = describeMinute(iso, zone);
	return local.startsWith(inGmt) ? local : `${local} (${inGmt} GMT)`;
}

/** A minute for people, in a zone. */
export const describeMinute = (iso: string, zone: string): string =>
	`${formatMinute(iso, zone)} ${zone}`;

const formatMinute = (iso: string, zone: string): string =>
	DateTime.fromISO(iso, { zone }).toFormat('yyyy-MM-dd HH:mm');
