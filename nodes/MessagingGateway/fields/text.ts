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
