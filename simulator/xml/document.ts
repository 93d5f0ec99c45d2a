import { SaxesParser } from 'saxes';

/** An element of a document: its child elements in order, and its own text. */
export interface XmlElement {
	readonly name: string;
	readonly children: XmlElement[];
	text: string;
}

/** The document is not well-formed, or nothing that a client should send. */
export class NotWellFormed extends Error {}

/** No request of the protocol is deeper than five elements. */
const MOST_LEVELS = 100;

/**
 * Reads a document strictly: a forgiving reader would hide a client's mistake. A DOCTYPE is refused.
 *
 * @throws NotWellFormed
 */
export function readDocument(source: string): XmlElement {
	const document: XmlElement = { name: '', children: [], text: '' };
	const open = [document];
	const parser = new SaxesParser({ position: false });
	const addText = (text: string) => void (elementAt(open).text += text);
	parser.on('error', ({ message }) => refuse(message));
	parser.on('doctype', () => refuse('a DOCTYPE'));
	parser.on('text', addText);
	parser.on('cdata', addText);
	parser.on('opentag', ({ name }) => {
		if (open.length > MOST_LEVELS) refuse('too many levels');
		const element: XmlElement = { name, children: [], text: '' };
		elementAt(open).children.push(element);
		open.push(element);
	});
	parser.on('closetag', () => void open.pop());
	parser.write(source).close();
	return document.children[0] ?? refuse('no element');
}

/** The element that is open; the document itself around the root. */
const elementAt = (open: XmlElement[]): XmlElement => open.at(-1) ?? refuse('no element');

function refuse(why: string): never {
	throw new NotWellFormed(why);
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
