import { blankSections, decodeText } from './decoding';
import { closingTag, openingTag, tag } from './tags';

/** An answer split at the elements of one name. */
export interface SplitDocument {
	/** Each element unchanged, tags included. */
	elements: string[];
	/** The text before, between and after them, with any elements without an end. */
	between: string[];
}

/**
 * Finds the elements of one name in a document, whatever they contain. It examines only tags of that
 * name outside CDATA sections, so that nothing in one element can hide another.
 */
export function splitElements(xml: string, name: string): SplitDocument {
	const { marks } = tagsOf(name);
	marks.lastIndex = 0;
	const elements: string[] = [];
	const between: string[] = [];
	let done = 0;
	let open: number | undefined;
	let sectionsEnd = true;
	for (let mark = marks.exec(xml); mark; mark = marks.exec(xml)) {
		const [found] = mark;
		const end = mark.index + found.length;
		if (found.startsWith('<!')) {
			// A missing end is searched for once only: many such sections would take quadratic time.
			const sectionEnd: number = sectionsEnd ? xml.indexOf(']]>', end) : -1;
			if (sectionEnd < 0) sectionsEnd = false;
			else marks.lastIndex = sectionEnd;
		} else if (!found.startsWith('</')) {
			open = found.endsWith('/>') ? undefined : mark.index;
		} else if (open !== undefined) {
			between.push(xml.slice(done, open));
			elements.push(xml.slice(open, end));
			done = end;
			open = undefined;
		}
	}
	between.push(xml.slice(done));
	return { elements, between };
}

/** Only the name is compared in any case: the start of a CDATA section has one form. */
const inAnyCase = (name: string): string =>
	name.replace(/[a-z]/gi, (letter) => `[${letter.toLowerCase()}${letter.toUpperCase()}]`);

/** The text of a document outside the elements of one name, also of those without an end. */
export const outsideOf = (xml: string, name: string): string =>
	splitElements(xml, name)
		.between.map((piece) => piece.split(tagsOf(name).opening, 1)[0])
		.join('');

/**
 * The contents of the elements of one name, for documents that hold no text of people. An element that
 * lost its end lasts until the next one begins.
 */
export const contentsOf = (xml: string, name: string): string[] => {
	const { opening, closing } = tagsOf(name);
	const [, ...pieces] = xml.split(opening);
	return pieces.map((piece) => piece.split(closing, 1)[0] as string);
};

/** A child of an element. */
export interface Field {
	inner: string;
	/** The position of the field in the element, tags included. */
	start: number;
	end: number;
}

/**
 * Finds a field by its first opening tag and its first or last closing one, outside CDATA sections.
 * A self-closing field that also has a closing tag is damaged and not returned.
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
	tags.closing.lastIndex = begin;
	let found = tags.closing.exec(searched);
	if (opening[0].endsWith('/>')) return found ? undefined : { inner: '', start, end: begin };
	for (let next = found; closing === 'last' && next; next = tags.closing.exec(searched))
		found = next;
	if (!found) return undefined;
	return {
		inner: element.slice(begin, found.index),
		start,
		end: found.index + found[0].length,
	};
}

/** Patterns for the tags of an element. */
interface Tags {
	opening: RegExp;
	closing: RegExp;
	/** Either of them, or the start of a CDATA section. */
	marks: RegExp;
}

const TAGS = new Map<string, Tags>();

/** The patterns for a name. Built once: an answer may hold 50,000 elements of a few fields each. */
function tagsOf(name: string): Tags {
	const known = TAGS.get(name);
	if (known) return known;
	const tags = {
		opening: new RegExp(openingTag(name), 'i'),
		closing: new RegExp(closingTag(name), 'gi'),
		marks: new RegExp(`<!\\[CDATA\\[|${tag(inAnyCase(name))}`, 'g'),
	};
	TAGS.set(name, tags);
	return tags;
}

/** The text of the first child with that name; '' if there is none. */
export const readField = (element: string, name: string): string =>
	decodeText(findField(element, name, 'first')?.inner ?? '').trim();
