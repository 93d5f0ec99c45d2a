import { holdsForbiddenCharacter } from './characters';

/** An element of a document: its child elements in order, and its own text. */
export interface XmlElement {
	readonly name: string;
	readonly children: XmlElement[];
	text: string;
}

/** The document is not well-formed. */
export class NotWellFormed extends Error {}

/** A declaration or instruction, a comment, a CDATA section, a tag, or text. */
const TOKEN =
	/<\?[^]*?\?>|<!--[^]*?-->|<!\[CDATA\[([^]*?)\]\]>|<(\/?)([A-Za-z_][\w.-]*)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;

const REFERENCE = /&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|(\w+));|&/g;

const NAMED: Readonly<Record<string, string>> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

/**
 * Reads a document strictly: a forgiving reader would hide a client's mistake. It uses no library,
 * so that it shares no bug with the programs it tests. A DOCTYPE is refused. The time it takes is
 * linear in the length of the document.
 *
 * @throws NotWellFormed
 */
export function readDocument(source: string): XmlElement {
	const text = source.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
	if (holdsForbiddenCharacter(text) || /^\s+<\?xml\s/.test(text)) throw new NotWellFormed();
	const document: XmlElement = { name: '', children: [], text: '' };
	const open = [document];
	const token = new RegExp(TOKEN);
	while (token.lastIndex < text.length) {
		const found = token.exec(text);
		if (!found) throw new NotWellFormed();
		place(found, open);
	}
	const root = document.children[0];
	const alone = open.length === 1 && document.children.length === 1;
	if (!root || !alone || document.text.trim() !== '') throw new NotWellFormed();
	return root;
}

function place(found: RegExpExecArray, open: XmlElement[]): void {
	const [, section, closing, name, , empty, text] = found;
	const parent = open.at(-1);
	if (!parent) throw new NotWellFormed();
	if (section !== undefined) parent.text += section;
	else if (text !== undefined) parent.text += dereferenced(text);
	else if (name !== undefined && closing) close(name, open);
	else if (name !== undefined) {
		const element: XmlElement = { name, children: [], text: '' };
		parent.children.push(element);
		if (!empty) open.push(element);
	}
}

function close(name: string, open: XmlElement[]): void {
	if (open.length === 1 || open.pop()?.name !== name) throw new NotWellFormed();
}

function dereferenced(text: string): string {
	if (text.includes(']]>')) throw new NotWellFormed();
	if (!text.includes('&')) return text;
	return text.replace(REFERENCE, (_, hexadecimal?: string, decimal?: string, name?: string) => {
		const codePoint = hexadecimal ? parseInt(hexadecimal, 16) : Number(decimal);
		const character = name === undefined ? characterOf(codePoint) : NAMED[name];
		if (character === undefined) throw new NotWellFormed();
		return character;
	});
}

/** The character of a code point; undefined for NaN (a bare ampersand) or one that XML forbids. */
function characterOf(codePoint: number): string | undefined {
	if (Number.isNaN(codePoint) || codePoint > 0x10ffff) return undefined;
	const character = String.fromCodePoint(codePoint);
	return holdsForbiddenCharacter(character) ? undefined : character;
}

/** The child with that name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
	return element?.children.find((child) => child.name === name);
}

/** The text of the child with that name; undefined when there is no such child. */
export function textOf(element: XmlElement | undefined, name: string): string | undefined {
	return childOf(element, name)?.text;
}

/** Whether the children are these, each at most once and in this order; any may be left out. */
export function followsSequence(element: XmlElement, names: readonly string[]): boolean {
	let next = 0;
	return element.children.every(({ name }) => {
		next = names.indexOf(name, next) + 1;
		return next > 0;
	});
}

/** The children of a container, all of one name; undefined when there are others or none. */
export function itemsOf(container: XmlElement | undefined, name: string): XmlElement[] | undefined {
	const items = container?.children ?? [];
	const alike = items.length > 0 && items.every((item) => item.name === name);
	return alike ? items : undefined;
}
