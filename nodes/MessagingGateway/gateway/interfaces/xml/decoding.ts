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

const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** By hand: the parser reads whole documents only, and one for each text takes seconds for many. */
const decodeEntities = (piece: string): string =>
	piece.replace(REFERENCE, (reference, decimal?: string, hexadecimal?: string, name?: string) => {
		if (name !== undefined) return NAMED[name] as string;
		const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal as string, 16);
		return point <= 0x10ffff ? String.fromCodePoint(point) : reference;
	});
