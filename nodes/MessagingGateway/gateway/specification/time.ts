import { DateTime, IANAZone, Info, type Zone } from 'luxon';

/** ISO 8601 in UTC without fractions, the format of every time that this package outputs. */
export const toIso = (moment: DateTime): string =>
	moment.toUTC().startOf('second').toISO({ suppressMilliseconds: true }) ?? '';

export const nowIso = (): string => toIso(DateTime.utc());

/** The same of a full second in milliseconds since 1970, without the work of Luxon. */
export const isoOf = (milliseconds: number): string =>
	new Date(milliseconds).toISOString().replace('.000Z', 'Z');

export const isTimeZone = (name: string): boolean => IANAZone.create(name).isValid;

/** The gateway's clock. All times that the gateway writes or is given are on it. */
export interface Clock {
	/** IANA name of its time zone. */
	zone: string;
	/** Writes a time, ISO 8601, as CCYYMMDDHHmm. */
	write: (iso: string) => string;
	/**
	 * Reads CCYYMMDDHHmm or `ccyy/mm/dd HH:mm:ss` as ISO 8601 in UTC; undefined for any other text. If
	 * the clock shows a time twice, the first one counts. If it skips a time, the time after the gap counts.
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
	const days = new Map<string, Day | undefined>();
	const dayOf = (digits: string): Day | undefined => {
		if (!days.has(digits)) days.set(digits, readDay(digits, zone));
		return days.get(digits);
	};
	return {
		zone: name,
		write: (iso) => DateTime.fromISO(iso, { zone }).toFormat('yyyyMMddHHmm'),
		read: (text) => {
			const digits = text.trim().replace(WITH_SECONDS, '$1$2$3$4$5:$6');
			const day = TIME.test(digits) ? dayOf(digits.slice(0, 8)) : undefined;
			if (!day) return undefined;
			const [hour, minute] = [digits.slice(8, 10), digits.slice(10, 12)];
			const local = `${day.date}T${hour}:${minute}:${digits.slice(13) || '00'}`;
			if (day.offset === undefined) return toIso(firstOf(DateTime.fromISO(local, { zone })));
			return day.offset === 0 ? `${local}Z` : isoOf(Date.parse(`${local}Z`) - day.offset);
		},
	};
}

/** The first of two times that look the same. Luxon takes either, depending on the time of the year. */
export const firstOf = (moment: DateTime): DateTime => moment.getPossibleOffsets()[0] ?? moment;

const TIME = /^\d{8}(?:[01]\d|2[0-3])[0-5]\d(?::[0-5]\d)?$/;
const WITH_SECONDS = /^(\d{4})\/(\d\d)\/(\d\d) (\d\d):(\d\d):(\d\d)$/;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** A day on the gateway's clock. Luxon is slow, and an answer may hold 200,000 times of few days. */
interface Day {
	/** ISO 8601. */
	date: string;
	/** Milliseconds that the clock is ahead of GMT; undefined if it changes around that day. */
	offset: number | undefined;
}

/** Reads CCYYMMDD; undefined if there is no such day. */
function readDay(digits: string, zone: Zone): Day | undefined {
	const date = digits.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3');
	const start = Date.parse(date);
	// JavaScript reads 30 February as 2 March.
	const exists = !Number.isNaN(start) && new Date(start).toISOString().startsWith(date);
	if (!exists) return undefined;
	const before = zone.offset(start - DAY);
	const isSteady = zone.offset(start + 2 * DAY) === before;
	return { date, offset: isSteady ? before * MINUTE : undefined };
}
