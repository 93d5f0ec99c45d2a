const SECTION = { opening: '<![CDATA[', closing: ']]>' };

/** The text that stands between two tags: entities decoded, CDATA sections as they are. */
export const decodeText = (inner: string): string =>
	splitSections(inner)
		.map((piece, index) => (index % 2 === 1 ? piece : decodeEntities(piece)))
		.join('');

/**
 * Splits a text at its CDATA sections, or at others: every other piece is what one of them holds. A
 * section without an end is none.
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

/** The same text with blanks for its CDATA sections: what looks like a tag in them is none. */
export const blankSections = (content: string): string =>
	splitSections(content)
		.map((piece, index) => (index % 2 === 1 ? ' '.repeat(piece.length + BRACKETS) : piece))
		.join('');

const BRACKETS = SECTION.opening.length + SECTION.closing.length;

/** Whether a CDATA section begins in a text that does not end in it. */
export const hasOpenSection = (content: string): boolean =>
	(splitSections(content).at(-1) ?? '').includes(SECTION.opening);

export const withoutComments = (content: string): string =>
	splitSections(content, { opening: '<!--', closing: '-->' })
		.filter((_, index) => index % 2 === 0)
		.join('');

const REFERENCE = /&(?:#(\d+)|#[xX]([\da-fA-F]+)|(amp|lt|gt|quot|apos));/g;

const NAMED: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/**
 * Decodes the five entities of XML and references to characters; whatever else has the form of one stays
 * as it is. By hand: the parser reads whole documents only, and one for each text takes seconds for many.
 */
export const decodeEntities = (piece: string): string =>
	piece.replace(REFERENCE, (reference, decimal?: string, hexadecimal?: string, name?: string) => {
		if (name !== undefined) return NAMED[name] as string;
		const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal as string, 16);
		return isCharacter(point) ? String.fromCodePoint(point) : reference;
	});

/** Zero and halves of surrogate pairs are no characters. */
const isCharacter = (point: number): boolean =>
	point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
