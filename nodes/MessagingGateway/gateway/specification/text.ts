import GSM_CODES from 'sms-segments-calculator/dist/libs/UnicodeToGSM';
import { MAX_MESSAGE_LENGTH } from './limits';

/** Septets in a message of one part, and in each part of a longer one. */
const SINGLE_PART_LENGTH = 160;
const JOINED_PART_LENGTH = 153;

export interface TextMeasure {
	/** Length in GSM 7-bit septets; a character outside GSM 7-bit counts as one. */
	encodedLength: number;
	/** Number of messages that the text is sent and billed as. */
	parts: number;
	/** The characters outside GSM 7-bit, each once, in order of appearance. */
	unsupportedCharacters: string[];
}

/** Septets of each character of GSM 7-bit; 0 for others. An array is fast to look up letter by letter. */
const SEPTETS = new Uint8Array(Math.max(...Object.keys(GSM_CODES).map(Number)) + 1);
for (const [code, { length }] of Object.entries(GSM_CODES)) SEPTETS[Number(code)] = length;

/** Measures a text as the gateway does (protocol, "Limits"). */
export function measure(text: string): TextMeasure {
	const unsupported = new Set<string>();
	let encodedLength = 0;
	let parts = 1;
	let partLength = 0;
	for (const character of text) {
		const septets = SEPTETS[character.codePointAt(0) as number];
		if (!septets) unsupported.add(character);
		const length = septets || 1;
		encodedLength += length;
		partLength += length;
		// The two septets of an extended character are always in the same part.
		if (partLength > JOINED_PART_LENGTH) {
			parts += 1;
			partLength = length;
		}
	}
	return {
		encodedLength,
		parts: encodedLength <= SINGLE_PART_LENGTH ? 1 : parts,
		unsupportedCharacters: [...unsupported],
	};
}

export const isTooLong = ({ encodedLength }: TextMeasure): boolean =>
	encodedLength > MAX_MESSAGE_LENGTH;

/**
 * Replaces every kind of line break with the single line feed that the gateway wants, and halves of
 * broken surrogate pairs, which no encoding can carry, with the replacement character.
 */
export const normalizeText = (text: string): string =>
	text
		.replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
		.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, '\uFFFD');

/** Typographic characters, by what a GSM 7-bit telephone shows instead. */
const LOOK_ALIKES: Record<string, string> = {
	'"': '\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033\u3003\uFF02',
	"'": '\u2018\u2019\u201A\u201B\u2032\u02BC\u02B9\u00B4\u0060\uFF07',
	'-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00AD\u2043\uFF0D',
	' ': '\t\u00A0\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200A\u202F\u205F\u3000',
	'': '\u200B\u200C\u200D\u2060\uFEFF\uFE0E\uFE0F',
	'<': '\u2039',
	'>': '\u203A',
	'*': '\u2022\u00B7\u2217\u25CF',
	'/': '\u2044\u2215',
	'~': '\u223C\u02DC',
	'...': '\u2026',
	'1/2': '\u00BD',
	'1/4': '\u00BC',
	'3/4': '\u00BE',
	'(TM)': '\u2122',
	'(C)': '\u00A9',
	'(R)': '\u00AE',
};

const REPLACEMENTS = new Map<string, string>(
	Object.entries(LOOK_ALIKES).flatMap(([plain, fancy]) =>
		[...fancy].map((character): [string, string] => [character, plain]),
	),
);

/** Replaces typographic characters with their look-alikes; other characters stay as they are. */
export const replaceLookAlikes = (text: string): string =>
	Array.from(text.normalize('NFC'), (character) => REPLACEMENTS.get(character) ?? character).join(
		'',
	);

/** Names of characters that cannot be seen. */
const INVISIBLE: Record<string, string> = {
	'\t': 'tab',
	'\u00A0': 'no-break space',
	'\u00AD': 'soft hyphen',
	'\u200B': 'zero-width space',
	'\u200C': 'zero-width non-joiner',
	'\u200D': 'zero-width joiner',
	'\u202F': 'narrow no-break space',
	'\uFE0F': 'variation selector',
	'\uFEFF': 'byte order mark',
};

/** A character as it can be shown in a sentence: itself, or its name or code if it cannot be seen. */
export function characterInWords(character: string): string {
	if (/^[^\p{C}\p{Z}\p{M}]$/u.test(character)) return character;
	const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
	return INVISIBLE[character] ?? `U+${code}`;
}
