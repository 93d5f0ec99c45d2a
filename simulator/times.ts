import { DateTime } from 'luxon';

/** How long statuses, replies and short-code messages are available (protocol, "Limits"). */
export const AVAILABLE_FOR_MS = 90 * 24 * 60 * 60 * 1000;

const COMPACT = 'yyyyMMddHHmm';

/** ISO 8601 in UTC, as the control interface writes times. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** Whether a text is `CCYYMMDDHHmm` and names a real moment. */
export const isCompactTime = (text: string): boolean =>
	/^[0-9]{12}$/.test(text) && DateTime.fromFormat(text, COMPACT, { zone: 'utc' }).isValid;

/** The times on the wire, on the clock of one zone: GMT by the protocol, another one in practice. */
export class Times {
	/** @param zone an IANA name */
	constructor(private readonly zone: string) {}

	/** `CCYYMMDDHHmm`: how both interfaces write DateReceived. */
	compact(time: number): string {
		return this.written(time, COMPACT);
	}

	/** `CCYY/MM/DD`: the second facet of a status string, and the first half of StatusDateTime. */
	statusDate(time: number): string {
		return this.written(time, 'yyyy/MM/dd');
	}

	/** `HH:mm:ss`: the third facet of a status string, and the second half of StatusDateTime. */
	statusTime(time: number): string {
		return this.written(time, 'HH:mm:ss');
	}

	/** `CCYYMMDD-HHmmss`: how a webhook is told a time. */
	webhookDate(time: number): string {
		return this.written(time, 'yyyyMMdd-HHmmss');
	}

	/** Reads `CCYYMMDDHHmm`; null when the text is no such time. */
	readCompact(text: string): number | null {
		if (!isCompactTime(text)) return null;
		return DateTime.fromFormat(text, COMPACT, { zone: this.zone }).toMillis();
	}

	private written(time: number, format: string): string {
		return DateTime.fromMillis(time, { zone: this.zone }).toFormat(format);
	}
}
