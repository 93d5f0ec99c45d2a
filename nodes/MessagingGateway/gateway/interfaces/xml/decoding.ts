import { decodeEntities } from '../../exchange/entities';

const SECTION = { opening: '<![CDATA[', closing: ']]>' };

/** Decodes the text between two tags: entities are decoded, CDATA sections kept as they are. */
export const decodeText = (inner: string): string =>
	hasSections(inner)
		? splitSections(inner)
				.map((piece, index) => (index % 2 === 1 ? piece : decodeEntities(piece)))
				.join('')
		: decodeEntities(inner);

/** Most texts have none, and need not be taken apart. */
export const hasSections = (content: string): boolean => content.includes(SECTION.opening);

/**
 * Splits a text at its CDATA sections, or at sections of another kind: every second piece is the content
 * of one. A section without an end does not count.
 */
export function splitSections(content: string, { opening, closing } = SECTION): string[] {
	const pieces: string[] = [];
	let done = 0;
	for (;;) {
		const start = content.indexOf(opening, done);
		const end = start < 0 ? -1 : content.indexOf(closing, start + opening.length);
		if (end < 0) {
			pieces.push(content.slice(done));
			return pieces;
		}
		pieces.push(content.slice(done, start), content.slice(start + opening.length, end));
		done = end + closing.length;
	}
}

/** The same text with blanks for its CDATA sections, which may hold text that looks like a tag. */
export const blankSections = (content: string): string =>
	hasSections(content)
		? splitSections(content)
				.map((piece, index) => (index % 2 === 1 ? ' '.repeat(piece.length + BRACKETS) : piece))
				.join('')
		: content;

const BRACKETS = SECTION.opening.length + SECTION.closing.length;

/** Whether a text holds the start of a CDATA section without its end. */
export const hasOpenSection = (content: string): boolean =>
	hasSections(splitSections(content).at(-1) ?? '');

const COMMENT = { opening: '<!--', closing: '-->' };

export const withoutComments = (content: string): string =>
	content.includes(COMMENT.opening)
		? splitSections(content, COMMENT)
				.filter((_, index) => index % 2 === 0)
				.join('')
		: content;
