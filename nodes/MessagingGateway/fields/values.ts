import { plainId } from '../gateway/interfaces/words';

/**
 * Splits a text, a number or an array of these into trimmed entries; none for null and undefined. An
 * object is one entry: its values are not taken for entries.
 */
export function splitList(value: unknown, separator: RegExp): string[] {
	if (Array.isArray(value)) return value.flatMap((entry) => splitList(entry, separator));
	if (value === null || value === undefined) return [];
	if (typeof value === 'object') return [JSON.stringify(value)];
	return asText(value)
		.split(separator)
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}

/** Writes an integer that a double cannot hold exactly in a visibly wrong form, not as another number. */
function asText(value: unknown): string {
	if (typeof value === 'number' && !Number.isSafeInteger(value)) return value.toExponential();
	return String(value);
}

/** Reads a text field that may be empty; returns null if it is. */
export const textOrNull = (value: unknown): string | null =>
	value === undefined || value === null || value === '' ? null : String(value);

/** Reads a positive whole number, given as a number or in digits; returns undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
	const number =
		typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number > 0
		? number
		: undefined;
}

const MAX_LENGTH = 60;

/** A value for use in a sentence: quoted and not too long. */
export function inWords(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	// A time is a text in JSON, with quotes of its own.
	const text =
		typeof value === 'object' ? JSON.stringify(value).replace(/^"|"$/g, '') : String(value);
	return `"${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}"`;
}

/** A number of things, as in "1 message" and "2 messages". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;

/** Sentences as one text, without those that are absent. */
export const joined = (sentences: Array<string | undefined>): string =>
	sentences.filter((sentence) => sentence !== undefined).join('. ');

export const notAChoice = (label: string, value: unknown): string =>
	`'${label}' is ${inWords(value)}, which is none of its values`;

export const notATime = (label: string, value: unknown): string =>
	`'${label}' is ${inWords(value)}, which cannot be read. Write it as 2026-12-24 10:00:00`;

export const ID_ADVICE =
	'Give the message IDs that Send gave. A message that was not accepted has none';

/**
 * The IDs in a field for message IDs, separated by commas, semicolons, spaces or line breaks. Each is as
 * the gateway would write it, with the reason if it is not one.
 */
export const readMessageIds = (value: unknown) =>
	splitList(value, /[,;\s]+/)
		.map(plainId)
		.map((messageId) => ({
			messageId,
			problem: /^\d+$/.test(messageId)
				? undefined
				: `'Message IDs' holds "${messageId}", which is not a message ID`,
		}));
