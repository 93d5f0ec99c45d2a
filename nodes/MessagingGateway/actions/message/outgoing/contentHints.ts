import { plainly } from '../replacements';
import type { Hint } from '../../../host/hints';
import { counted } from '../../../fields/values';
import { briefly, countryHints } from '../../../fields/numbers';
import type { Recipient } from './readRecipients';

/** Most characters in a hint; nobody reads a longer list. */
const MAX_CHARACTERS = 20;

/** The hints on messages that somebody else may get, or that people read otherwise than they were typed. */
export const contentHints = (sent: Recipient[]): Hint[] => [
	...countryHints(sent),
	replacedHint(sent),
	unsupportedHint(sent),
];

function replacedHint(sent: Recipient[]): Hint {
	const changed = sent.filter(({ replacedCharacters }) => replacedCharacters.length > 0);
	if (changed.length === 0) return undefined;
	const characters = firstOf(changed.map(({ replacedCharacters }) => replacedCharacters));
	const named = characters.map(
		(character) => `${inWords(character)} by ${inWords(plainly(character))}`,
	);
	const recipients = briefly(changed.map(({ recipient }) => recipient));
	return `SMS cannot carry some characters, so they were replaced: ${named.join(', ')}. In the text to ${recipients}.`;
}

function unsupportedHint(sent: Recipient[]): Hint {
	const strange = sent.filter(({ unsupportedCharacters }) => unsupportedCharacters.length > 0);
	if (strange.length === 0) return undefined;
	const characters = firstOf(strange.map(({ unsupportedCharacters }) => unsupportedCharacters));
	const count = new Set(strange.map(({ item }) => item)).size;
	const texts = counted(count, 'text holds', 'texts hold');
	return `${texts} characters that SMS cannot carry: ${characters.map(inWords).join(', ')}. The recipient will see a question mark, something else or nothing in their place. Change the text, or choose Refuse in 'Emoji and Special Characters'.`;
}

/** The first characters of some lists, each once. A run may have billions of them. */
function firstOf(lists: string[][]): string[] {
	const characters = new Set<string>();
	for (const list of lists) {
		for (const character of list.slice(0, MAX_CHARACTERS)) characters.add(character);
		if (characters.size >= MAX_CHARACTERS) break;
	}
	return [...characters].slice(0, MAX_CHARACTERS);
}

const INVISIBLE: Record<string, string> = {
	'': 'nothing',
	' ': 'space',
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

/** Characters as they can be shown in a sentence: themselves, or the name or code of one that cannot be seen. */
function inWords(characters: string): string {
	const named = INVISIBLE[characters];
	if (named !== undefined) return named;
	if (/^[^\p{C}\p{Z}\p{M}]+$/u.test(characters)) return characters;
	const code = (characters.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
	return `U+${code}`;
}
