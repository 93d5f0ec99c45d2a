/** How n8n writes an object into a text. */
export const PRINTED_OBJECT = '[object Object]';

/** Reads a text; undefined if an expression gave something else for it or within it. */
export function textIn(value: unknown): string | undefined {
	const text = value ?? '';
	if (typeof text !== 'string' && !Number.isFinite(text)) return undefined;
	return String(text).includes(PRINTED_OBJECT) ? undefined : String(text);
}

export const notAText = (label: string): string =>
	`'${label}' is no text, or holds an object: an expression in it gives an object, a list, true or false. Choose one of its values`;

/** Reads a text field that may be empty; returns null if it is. */
export const textOrNull = (value: unknown): string | null =>
	value === undefined || value === null || value === '' ? null : String(value);

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
