import { withoutForbiddenCharacters } from './characters';

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text that needs no escaping, as most does. */
const PLAIN = /^[\w .:/-]*$/;

function escaped(text: string): string {
	if (PLAIN.test(text)) return text;
	return withoutForbiddenCharacters(text)
		.replace(/[&<>]/g, (character) => ESCAPED[character] ?? character)
		.replace(/\r/g, '&#13;');
}

/** An element that holds text. */
export const leaf = (name: string, text: string | number): string =>
	text === '' ? `<${name}/>` : `<${name}>${escaped(String(text))}</${name}>`;

/** An element that holds elements. */
export const branch = (name: string, children: readonly string[]): string =>
	children.length === 0 ? `<${name}/>` : `<${name}>${children.join('')}</${name}>`;

/** Writes a character that the charset lacks. */
export const characterReference = (character: string): string => `&#${character.codePointAt(0)};`;
