import { isSupported } from '../../gateway/specification/text';

/** Typographic characters without a decomposition, by what a GSM 7-bit telephone shows instead. */
const LOOK_ALIKES: Record<string, string> = {
	'"': '\u201C\u201D\u201E\u201F\u00AB\u00BB\u2033\u3003',
	"'": '\u2018\u2019\u201A\u201B\u2032\u02BC\u02B9\u00B4\u0060',
	'-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u2043',
	' ': '\t',
	'': '\u00AD\u200B\u200C\u200D\u2060\uFEFF\uFE0E\uFE0F',
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

const ACCENT = /[\u0300-\u036F]/g;

/** Emoji and the parts of them that are not left out alone: skin tones, keycaps, the letters of flags. */
const EMOJI =
	'[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\u20E3\\u{E0020}-\\u{E007F}]';
const EMOJI_AND_BLANKS = new RegExp(` ?${EMOJI}(?:${EMOJI}| )*`, 'gu');
const PICTURE = /[\p{Extended_Pictographic}\p{Regional_Indicator}]/u;

/**
 * What GSM 7-bit has for a character that it lacks: a look-alike, or a letter without its marks, as `e`
 * for `ê`; nothing for an emoji. The character itself if there is nothing like it.
 */
export function plainly(character: string): string {
	const plain = lookAlikeOf(character);
	return plain === character && PICTURE.test(character) ? '' : plain;
}

function lookAlikeOf(character: string): string {
	const known = REPLACEMENTS.get(character);
	if (known !== undefined) return known;
	const pieces = [...character.normalize('NFKD').replace(ACCENT, '')];
	const plain = pieces.map((piece) => REPLACEMENTS.get(piece) ?? piece);
	return plain.every(isSupported) ? plain.join('') : character;
}

/** Replaces what GSM 7-bit lacks where it can be replaced, and leaves emoji out; the rest stays as it is. */
export function replaceUnsupported(text: string): { text: string; replaced: string[] } {
	const replaced = new Set<string>();
	const characters = [...text.normalize('NFC')];
	const replace = (character: string, index: number): string => {
		if (isSupported(character)) return character;
		if (plainly(character) !== character) replaced.add(character);
		const plain = lookAlikeOf(character);
		if (plain === character) return character;
		// Behind a digit, 1½ must not become 11/2, and 10² not 102.
		const isJoined = /\p{No}/u.test(character) && /[\d\p{No}]/u.test(characters[index - 1] ?? '');
		if (!isJoined) return plain;
		if (plain.includes('/')) return ` ${plain}`;
		replaced.delete(character);
		return character;
	};
	const written = characters.map(replace).join('');
	return { text: written.replace(EMOJI_AND_BLANKS, blankFor), replaced: [...replaced] };
}

function blankFor(emoji: string, start: number, text: string): string {
	const before = text[start - 1];
	const after = text[start + emoji.length];
	const isNeeded = before !== undefined && after !== undefined && !/[\s([]/.test(before);
	return isNeeded && !/[\s.,;:!?)\]]/.test(after) ? ' ' : '';
}

export const isVisible = (character: string): boolean => !/[\p{C}\p{Z}\p{M}]/u.test(character);

/** A character as it can be shown in a sentence: itself, or the code of one that cannot be seen. */
export function visibly(character: string): string {
	if (isVisible(character)) return character;
	const code = (character.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
	return `U+${code}`;
}
