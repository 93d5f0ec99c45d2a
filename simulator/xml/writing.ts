/** Characters that no XML 1.0 document can hold, not even as references. */
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Text that needs no escaping, as most does. */
const PLAIN = /^[\w .:/-]*$/;

function escaped(text: string): string {
	if (PLAIN.test(text)) return text;
	return text
		.replace(FORBIDDEN, '?')
		.replace(/[&<>]/g, (character) => ESCAPED[character] ?? character)
		.replace(/\r/g, '&#13;');
}

/** An element that holds text. */
export const leaf = (name: string, text: string | number): string =>
	text === '' ? `<${name}/>` : `<${name}>${escaped(String(text))}</${name}>`;

/** An element that holds elements. */
export const branch = (name: string, children: readonly string[]): string =>
	children.length === 0 ? `<${name}/>` : `<${name}>${children.join('')}</${name}>`;
