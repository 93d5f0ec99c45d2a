import GSM_CODES from 'sms-segments-calculator/dist/libs/UnicodeToGSM';
import { JOINED_PART_LENGTH, MAX_MESSAGE_LENGTH, SINGLE_PART_LENGTH } from './limits';

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

/** Whether SMS can carry all characters of a text. */
export const isSupported = (text: string): boolean =>
	[...text].every((character) => SEPTETS[character.codePointAt(0) as number]);

export const isTooLong = ({ encodedLength }: TextMeasure): boolean =>
	encodedLength > MAX_MESSAGE_LENGTH;

/**
 * Replaces every kind of line break with the single line feed that the gateway wants, and halves of
 * broken surrogate pairs, which no encoding can carry, with the replacement character.
 */
export const normalizeText = (text: string): string =>
	text.replace(/\r\n|[\v\r\u0085\u2028\u2029]/g, '\n').toWellFormed();

/** Texts that are an opt-out as a whole (protocol, "Opt-out trigger words"). */
const WHOLE = /^(?:stop|end|cancel|unsubscribe|quit)$/i;
/** Texts whose start makes them an opt-out; any one character, an emoji too, may separate `Opt` and `out`. */
const START = /^(?:stop send|opt.out)/isu;

/** Whether the gateway treats a text as an opt-out: it then blocks the number and confirms it itself. */
export const isOptOut = (text: string): boolean =>
	WHOLE.test(text.trim()) || START.test(text.trim());

/** The gateway's text for a number that was added by hand (protocol, "Opt-out entry"). */
export const MANUAL_OPT_OUT = '* MANUALLY ADDED BY USER *';
