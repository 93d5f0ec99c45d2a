/** The GSM 7-bit extension table: each character takes two septets, an escape and its own. */
const EXTENSION = /[\f^{}\\[~\]|€]/g;

/** Two UTF-16 units that are one character. */
const SURROGATE_PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** The longest message text (protocol, "Limits"). */
export const MAX_LENGTH = 918;

/**
 * The GSM 7-bit encoded length in septets. A character outside GSM 7-bit counts as one: the protocol
 * names no other encoding.
 */
export function encodedLength(text: string): number {
	return text.length - count(text, SURROGATE_PAIR) + count(text, EXTENSION);
}

/** How many SMS parts a text takes: one up to 160 septets, else one for every 153. */
export function partsOf(length: number): number {
	return length <= 160 ? 1 : Math.ceil(length / 153);
}
