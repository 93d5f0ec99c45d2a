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

/**
 * Measures a text as the gateway does (protocol, "Limits"). Parts follow from the length alone, so that
 * the longest text that can be sent has six.
 */
export function measure(text: string): TextMeasure {
	const unsupported = new Set<string>();
	let encodedLength = 0;
	for (const character of text) {
		const septets = SEPTETS[character.codePointAt(0) as number];
		if (!septets) unsupported.add(character);
		encodedLength += septets || 1;
	}
	const isSingle = encodedLength <= SINGLE_PART_LENGTH;
	return {
		encodedLength,
		parts: isSingle ? 1 : Math.ceil(encodedLength / JOINED_PART_LENGTH),
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

/** Typographic characters without a decomposition, by what a GSM 7-bit telephone shows instead. */
const LOOK_ALIKES: Record<string, string> = {
	'"': '\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033\u3003',
	"'": '\u2018\u2019\u201A\u201B\u2032\u02BC\u02B9\u00B4\u0060',
	'-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00AD\u2043',
	' ': '\t',
	'': '\u200B\u200C\u200D\u2060\uFEFF\uFE0E\uFE0F',
	'<': '\u2039',
	'>': '\u203A',
	'*': '\u2022\u00B7\u2217\u25CF',
	'/': '\u2044\u2215',
	'~': '\u223C\u02DC',
	'(TM)': '\u2122',
	'(C)': '\u00A9',
	'(R)': '\u00AE',
};

/** Letters without a decomposition, each with what is written instead. */
const LETTERS =
	'ıi łl ŁL đd ĐD ðd ÐD ħh ĦH ŋn ŊN ŧt ŦT ĸk ɓb ƁB ɗd ƊD ɖd ƉD ɛe ƐE əe ƏE ƒf ƑF ɣg ƔG ƙk ƘK ɔo ƆO ʋv ƲV ƴy ƳY œoe ŒOE ẞSS þth ÞTh ×x';

const REPLACEMENTS = new Map<string, string>([
	...Object.entries(LOOK_ALIKES).flatMap(([plain, characters]) =>
		[...characters].map((character): [string, string] => [character, plain]),
	),
	...LETTERS.split(' ').map(([letter = '', ...plain]): [string, string] => [
		letter,
		plain.join(''),
	]),
]);

const isSupported = (character: string): boolean =>
	Boolean(SEPTETS[character.codePointAt(0) as number]);

const ACCENT = /[\u0300-\u036F]/g;

/**
 * What GSM 7-bit has for a character that it lacks: a look-alike, or a letter without its marks, as `e`
 * for `ê`. The character itself if there is nothing.
 */
export function plainly(character: string): string {
	const known = REPLACEMENTS.get(character);
	if (known !== undefined) return known;
	const pieces = [...character.normalize('NFKD').replace(ACCENT, '')];
	const plain = pieces.map((piece) => REPLACEMENTS.get(piece) ?? piece);
	return plain.every((piece) => [...piece].every(isSupported)) ? plain.join('') : character;
}

/** Finds a text that needs no replacing at once, as most are. */
const ONLY_GSM = new RegExp(
	`^[${Object.keys(GSM_CODES)
		.map((code) => `\\u{${Number(code).toString(16)}}`)
		.join('')}]*$`,
	'u',
);

/** Replaces what GSM 7-bit lacks where it can be replaced; the rest stays as it is. */
export function replaceUnsupported(text: string): { text: string; replaced: string[] } {
	if (ONLY_GSM.test(text)) return { text, replaced: [] };
	const replaced = new Set<string>();
	const replace = (character: string): string => {
		if (isSupported(character)) return character;
		const plain = plainly(character);
		if (plain !== character) replaced.add(character);
		return plain;
	};
	const written = Array.from(text.normalize('NFC'), replace).join('');
	return { text: written, replaced: [...replaced] };
}

/** Texts that are an opt-out as a whole (protocol, "Opt-out trigger words"). */
const WHOLE = /^(?:stop|end|cancel|unsubscribe|quit)$/i;
/** Texts whose start makes them an opt-out; any one character, an emoji too, may separate `Opt` and `out`. */
const START = /^(?:stop send|opt.out)/isu;

/** Whether the gateway treats a text as an opt-out: it then blocks the number and confirms it itself. */
export const isOptOut = (text: string): boolean =>
	WHOLE.test(text.trim()) || START.test(text.trim());

/** The gateway's text for a number that was added by hand (protocol, "Opt-out entry"). */
export const MANUAL_OPT_OUT = '* MANUALLY ADDED BY USER *';
