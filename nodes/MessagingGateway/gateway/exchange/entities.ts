/** The five entities of XML. No others are ever expanded. */
const NAMED_ENTITIES: Record<string, string> = {
	amp: '&',
	lt: '<',
	gt: '>',
	quot: '"',
	apos: "'",
};

const REFERENCE = /&(?:#(\d+)|#[xX]([\da-fA-F]+)|(amp|lt|gt|quot|apos));/g;

/**
 * Decodes the five entities of XML and character references; anything else of that form stays as it is.
 * Older servers write a character beyond 0xFFFF as two references, one for each half of it.
 */
export function decodeEntities(text: string): string {
	// Most texts have none, and need not be searched.
	if (!text.includes('&')) return text;
	const decoded = text.replace(
		REFERENCE,
		(reference, decimal?: string, hexadecimal?: string, name?: string) => {
			if (name !== undefined) return NAMED_ENTITIES[name] as string;
			const point = decimal ? Number(decimal) : Number.parseInt(hexadecimal as string, 16);
			return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : reference;
		},
	);
	return decoded.replace(
		/\p{Cs}/gu,
		(half) => `&#x${half.charCodeAt(0).toString(16).toUpperCase()};`,
	);
}
