/** The charsets that answers can be written in. */
export const CHARSETS = ['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-15'] as const;

export type Charset = (typeof CHARSETS)[number];

/** Replaces a character that a charset has no byte for. */
export type Substitute = (character: string) => string;

/** All but UTF-8. */
type SingleByteCharset = Exclude<Charset, 'utf-8'>;

/**
 * Runs of characters that differ from ISO 8859-1, by the byte of the first. No TextDecoder is used:
 * in some Node.js releases it reads windows-1252 as ISO 8859-1.
 */
const differences: Record<SingleByteCharset, Readonly<Record<number, string>>> = {
	'iso-8859-1': {},
	'iso-8859-15': { 0xa4: '€', 0xa6: 'Š', 0xa8: 'š', 0xb4: 'Ž', 0xb8: 'ž', 0xbc: 'ŒœŸ' },
	'windows-1252': { 0x80: '€', 0x82: '‚ƒ„…†‡ˆ‰Š‹Œ', 0x8e: 'Ž', 0x91: '‘’“”•–—˜™š›œ', 0x9e: 'žŸ' },
};

/** The character of each byte. */
function charactersOf(charset: SingleByteCharset): string[] {
	const characters = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte));
	for (const [first, differing] of Object.entries(differences[charset])) {
		characters.splice(Number(first), differing.length, ...differing);
	}
	return characters;
}

const isSingleByte = (charset: string): charset is SingleByteCharset => charset in differences;

/** Writes a text in a charset. */
export function encode(text: string, charset: Charset, substitute: Substitute): Buffer {
	if (!isSingleByte(charset)) return Buffer.from(text, 'utf8');
	const bytes = new Map(charactersOf(charset).map((character, byte) => [character, byte]));
	const writable = [...text].map((character) =>
		bytes.has(character) ? character : substitute(character),
	);
	return Buffer.from([...writable.join('')].map((character) => bytes.get(character) ?? 0x3f));
}

/** Reads a request body by its content type's charset, else its XML declaration's, else as UTF-8. */
export function decodeBody(body: Buffer, contentType: string | undefined): string {
	const declared =
		/charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ??
		/^\s*<\?xml[^>]*encoding=["']([\w-]+)/.exec(body.subarray(0, 200).toString('latin1'))?.[1];
	const charset = declared?.toLowerCase() ?? 'utf-8';
	if (!isSingleByte(charset)) return body.toString('utf8');
	const characters = charactersOf(charset);
	return Array.from(body, (byte) => characters[byte]).join('');
}
