import { decodeEntities } from '../../exchange/entities';

/** The namespace before a name. */
const PREFIX = '(?:[\\w.-]+:)?';

/** What may follow a name in a tag. */
const ATTRIBUTES = `(?:\\s+[\\w:.-]+\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'))*\\s*`;

/** Pattern of a first tag; of an empty element it ends with a slash. */
export const openingTag = (name: string, end = '/?>'): string =>
	`<${PREFIX}${name}${ATTRIBUTES}${end}`;

/** Pattern of a last tag. */
export const closingTag = (name: string): string => `</${PREFIX}${name}\\s*>`;

/** Pattern of the beginning of either tag, whatever follows the name. */
export const tagStart = (name: string): string => `</?${PREFIX}${name}`;

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
	const elements: string[] = [];
	const between: string[] = [];
	let done = 0;
	let open: number | undefined;
	for (const { 0: found, index } of blankSections(xml).matchAll(tagsOf(name).either)) {
		if (!found.startsWith('</')) {
			open = found.endsWith('/>') ? undefined : index;
		} else if (open !== undefined) {
			between.push(xml.slice(done, open));
			done = index + found.length;
			elements.push(xml.slice(open, done));
			open = undefined;
		}
	}
	between.push(xml.slice(done));
	return { elements, between };
}

/**
 * The contents of the elements of one name, for documents that hold no text of people. One that was cut
 * lasts to the end of the document.
 */
export const contentsOf = (xml: string, name: string): string[] => {
	const { opening, closing } = tagsOf(name);
	const [, ...pieces] = xml.split(opening);
	return pieces.map((piece) => piece.split(closing, 1)[0] as string);
};

/** A child of an element, with its position in it, tags included. */
export interface Field {
	inner: string;
	start: number;
	end: number;
}

/**
 * Finds a field by its first opening tag and its first or last closing one, outside CDATA sections.
 */
export function findField(
	element: string,
	name: string,
	closing: 'first' | 'last',
): Field | undefined {
	const searched = blankSections(element);
	const tags = tagsOf(name);
	const opening = tags.opening.exec(searched);
	if (!opening) return undefined;
	const start = opening.index;
	const begin = start + opening[0].length;
	if (opening[0].endsWith('/>')) return { inner: '', start, end: begin };
	tags.closing.lastIndex = begin;
	let found = tags.closing.exec(searched);
	for (let next = found; closing === 'last' && next; next = tags.closing.exec(searched)) {
		found = next;
	}
	if (!found) return undefined;
	const end = found.index + found[0].length;
	return { inner: element.slice(begin, found.index), start, end };
}

const patternsOf = (name: string) => ({
	opening: new RegExp(openingTag(name), 'i'),
	closing: new RegExp(closingTag(name), 'gi'),
	either: new RegExp(`${tagStart(name)}${ATTRIBUTES}/?>`, 'gi'),
});

const KNOWN = new Map<string, ReturnType<typeof patternsOf>>();

/** The patterns for tags, built once: an answer may hold 50,000 elements of a few fields each. */
function tagsOf(name: string): ReturnType<typeof patternsOf> {
	const tags = KNOWN.get(name) ?? patternsOf(name);
	KNOWN.set(name, tags);
	return tags;
}

/** The text of the first child with that name; '' if there is none. */
export const readField = (element: string, name: string): string =>
	decodeText(findField(element, name, 'first')?.inner ?? '').trim();

const OPENING = '<![CDATA[';
const CLOSING = ']]>';

/** Decodes the text between two tags: entities are decoded, CDATA sections kept as they are. */
export const decodeText = (inner: string): string =>
	mapSections(inner, decodeEntities, (section) => section);

/** The same text with blanks for its CDATA sections, which may hold text that looks like a tag. */
export const blankSections = (content: string): string =>
	mapSections(
		content,
		(text) => text,
		(section) => ' '.repeat(OPENING.length + section.length + CLOSING.length),
	);

/** Whether a text holds the start of a CDATA section without its end. */
export const hasOpenSection = (content: string): boolean =>
	splitSections(content).at(-1)?.includes(OPENING) === true;

function mapSections(
	content: string,
	outside: (text: string) => string,
	inside: (section: string) => string,
): string {
	// Most texts have none, and need not be taken apart.
	if (!content.includes(OPENING)) return outside(content);
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
