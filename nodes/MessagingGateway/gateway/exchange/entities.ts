/** The five entities of XML. No others are ever expanded. */
export const NAMED_ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

const REFERENCE = /&(?:#(\d+)|#[xX]([\da-fA-F]+)|(amp|lt|gt|quot|apos));/g;

/** Decodes the five entities of XML and character references; anything else of that form stays as it is. */
export const decodeEntities = (text: string): string =>
	text.replace(REFERENCE, (reference, decimal?: string, hexadecimal?: string, name?: string) => {
		if (name !== undefined) return NAMED_ENTITIES[name] as string;
		const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal as string, 16);
		return isCharacter(point) ? String.fromCodePoint(point) : reference;
	});

/** Zero and halves of surrogate pairs are not characters. */
const isCharacter = (point: number): boolean =>
	point > 0 && point <= 0x10ffff && !(point >= 0xd800 && point <= 0xdfff);
