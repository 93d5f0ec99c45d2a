import { DateTime } from 'luxon';

/** How long statuses, replies and short-code messages are available (spec: Limits). */
export const AVAILABLE_FOR_MS = 90 * 24 * 60 * 60 * 1000;

const COMPACT = 'yyyyMMddHHmm';

const inGmt = (time: number) => DateTime.fromMillis(time, { zone: 'utc' });

/** `CCYYMMDDHHmm`, GMT: how both interfaces write DateReceived. */
export const compactTime = (time: number): string => inGmt(time).toFormat(COMPACT);

/** `CCYY/MM/DD`, GMT: the second facet of a status string, and the first half of StatusDateTime. */
export const statusDate = (time: number): string => inGmt(time).toFormat('yyyy/MM/dd');

/** `HH:mm:ss`, GMT: the third facet of a status string, and the second half of StatusDateTime. */
export const statusTime = (time: number): string => inGmt(time).toFormat('HH:mm:ss');

/** ISO 8601 in UTC, as the control interface writes times. */
export const isoTime = (time: number): string => new Date(time).toISOString();

/** Reads `CCYYMMDDHHmm`; undefined when the text is not twelve digits or names no real moment. */
export function readCompactTime(text: string): number | undefined {
	if (!/^[0-9]{12}$/.test(text)) return undefined;
	const moment = DateTime.fromFormat(text, COMPACT, { zone: 'utc' });
	return moment.isValid ? moment.toMillis() : undefined;
}
