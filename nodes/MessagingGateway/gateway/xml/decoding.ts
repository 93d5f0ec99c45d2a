import { parseDocument, text } from './document';

/** The text that stands between two tags: entities decoded, CDATA sections as they are. */
export const decodeText = (inner: string): string =>
	splitSections(inner, '<![CDATA[', ']]>')
		.map((piece, index) => (index % 2 === 1 ? piece : decodeEntities(piece)))
		.join('');

/**
 * Splits a text at its sections: every other piece is what one of them holds. A section without an
 * end is none.
 */
export function splitSections(content: string, opening: string, closing: string): string[] {
	const pieces: string[] = [];
	let done = 0;
	for (;;) {
		const start = content.indexOf(opening, done);
		const end = start < 0 ? -1 : content.indexOf(closing, start + opening.length);
		if (end < 0) return [...pieces, content.slice(done)];
		pieces.push(content.slice(done, start), content.slice(start + opening.length, end));
		done = end + closing.length;
	}
}

/** Leaves decoding to the parser, which is given a document that it cannot misread. */
function decodeEntities(piece: string): string {
	if (!piece.includes('&')) return piece;
	// A parser makes line feeds of carriage returns, and tags of what was meant as text.
	const safe = piece.replaceAll('<', '&lt;').replaceAll('\r', '&#13;');
	return text(parseDocument(`<t>${safe}</t>`, 't')?.content);
}
