import type { Reason } from '../../exchange/answers';
import { decodeEntities } from '../../exchange/entities';
import type { Answer, GatewayRequest } from '../../exchange/exchange';
import { xmlDocument } from '../../exchange/signing';
import type { NamedValue } from '../interface';

/** A request of the XML interface: a document with this root, without its prefix, and these elements. */
export const post = (
	path: string,
	root: string,
	elements: Record<string, unknown>,
): GatewayRequest => ({
	interface: 'xml',
	path,
	content: { [root]: elements },
	format: xmlDocument,
});

const MAX_REASONS = 3;

/**
 * The reason why rows of an answer are missing. An answer that holds a row refuses nothing, whatever
 * stands beside the row.
 *
 * @param row name of the element of a row
 */
export const reasonIn = (answer: Answer, row: string): Reason | undefined =>
	holds(answer, row) ? undefined : refusalIn(answer);

export const holds = ({ body }: Answer, name: string): boolean =>
	new RegExp(`</?${name}\\b`, 'i').test(body);

/** Reads a refusal of a whole request: `Error` elements of a whole document (protocol, "Errors"). */
export function refusalIn({ body }: Answer): Reason | undefined {
	if (!/<\/XMLGateway/.test(body)) return undefined;
	const { elements } = splitElements(body, 'Error');
	const reasons = elements.map(innerText);
	if (reasons.some((reason) => /^invalid username or password$/i.test(reason))) return 'wrongLogin';
	return reasons.length > 0 ? reasons.slice(0, MAX_REASONS) : undefined;
}

/** Pattern of a first tag; of an empty element it ends with a slash. */
export const openingTag = (name: string): string => `<${name}\\s*/?>`;

export const closingTag = (name: string): string => `</${name}\\s*>`;

/**
 * Finds the elements of one name in a document, whatever they contain. It examines only tags of that
 * name outside CDATA sections, so that nothing in one element can hide another.
 *
 * @returns each element unchanged, tags included, and the text before, between and after them, with any
 * elements without an end
 */
export function splitElements(
	xml: string,
	name: string,
): { elements: string[]; between: string[] } {
	const tags = new RegExp(`${openingTag(name)}|${closingTag(name)}`, 'gi');
	const elements: string[] = [];
	const between: string[] = [];
	let done = 0;
	let start: number | undefined;
	for (const { 0: found, index } of blankSections(xml).matchAll(tags)) {
		if (!found.startsWith('</')) {
			start = found.endsWith('/>') ? undefined : index;
		} else if (start !== undefined) {
			between.push(xml.slice(done, start));
			done = index + found.length;
			elements.push(xml.slice(start, done));
			start = undefined;
		}
	}
	between.push(xml.slice(done));
	return { elements, between };
}

/**
 * Makes a reader of the contents of the elements of one name, for documents that hold no text of people.
 * An element that was cut lasts to the end of the document.
 */
export function contentsReader(name: string): (xml: string) => string[] {
	const opening = new RegExp(openingTag(name), 'i');
	const closing = new RegExp(closingTag(name), 'i');
	return (xml) => {
		const [, ...pieces] = xml.split(opening);
		return pieces.map((piece) => piece.split(closing, 1)[0] as string);
	};
}

export const innerText = (element: string): string =>
	decodeText(element.slice(element.indexOf('>') + 1, element.lastIndexOf('</'))).trim();

/** A field: its name, and its text if it has one. */
const FIELD = /<([a-z][\w.-]*)\s*(?:\/>|>([^<]*)<\/\1\s*>)/gi;

/** Reads the fields of an element, and all that stands between them. */
export function readFields(content: string): { fields: NamedValue[]; between: string } {
	const fields: NamedValue[] = [];
	let between = '';
	let done = 0;
	for (const { 0: whole, 1: name = '', 2: inner = '', index } of blankSections(content).matchAll(
		FIELD,
	)) {
		fields.push([name, fieldText(content, index + whole.indexOf('>') + 1, inner.length)]);
		between += content.slice(done, index);
		done = index + whole.length;
	}
	return { fields, between: between + content.slice(done) };
}

/** Makes a reader of one field of an element: the text of the first with that name, or ''. */
export function fieldReader(name: string): (element: string) => string {
	const field = new RegExp(`<${name}\\s*(?:/>|>([^<]*)${closingTag(name)})`, 'i');
	return (element) => {
		const found = field.exec(blankSections(element));
		if (!found?.[1]) return '';
		return fieldText(element, found.index + found[0].indexOf('>') + 1, found[1].length);
	};
}

/** The text at a place that was found between blank sections. */
const fieldText = (content: string, start: number, length: number): string =>
	decodeText(content.slice(start, start + length)).trim();

const OPENING = '<![CDATA[';
const CLOSING = ']]>';

/** Decodes the text between two tags: entities are decoded, CDATA sections kept as they are. */
export const decodeText = (inner: string): string =>
	// Most texts have neither, and need not be taken apart.
	inner.includes('&') || inner.includes(OPENING)
		? mapSections(inner, decodeEntities, (section) => section)
		: inner;

/** The same text with blanks for its CDATA sections, which may hold text that looks like a tag. */
export const blankSections = (content: string): string =>
	content.includes(OPENING) ? mapSections(content, (text) => text, blanksFor) : content;

const blanksFor = (section: string): string =>
	' '.repeat(OPENING.length + section.length + CLOSING.length);

/** Whether a text holds the start of a CDATA section without its end. */
export const hasOpenSection = (content: string): boolean =>
	splitSections(content).at(-1)?.includes(OPENING) === true;

function mapSections(
	content: string,
	outside: (text: string) => string,
	inside: (section: string) => string,
): string {
	return splitSections(content)
		.map((piece, index) => (index % 2 === 1 ? inside(piece) : outside(piece)))
		.join('');
}

/** Splits a text: every second piece is the content of a section. One without an end does not count. */
function splitSections(content: string): string[] {
	const pieces: string[] = [];
	let done = 0;
	for (;;) {
		const start = content.indexOf(OPENING, done);
		const end = start < 0 ? -1 : content.indexOf(CLOSING, start + OPENING.length);
		if (end < 0) return [...pieces, content.slice(done)];
		pieces.push(content.slice(done, start), content.slice(start + OPENING.length, end));
		done = end + CLOSING.length;
	}
}
