/**
 * Decodes the bytes of an answer: by the charset of its Content-Type header, by its XML declaration, else
 * as UTF-8. What is not valid UTF-8, declared or not, is read as Windows-1252 as a whole.
 *
 * @param whole false if the answer was cut, perhaps within a character
 */
export function decode(bytes: Uint8Array, contentType: string | undefined, whole = true): string {
	const decoder = decoderFor(charsetOf(bytes, contentType));
	if (decoder.encoding === 'windows-1252') return asWindows1252(inLatin1(bytes));
	try {
		return decoder.decode(bytes, { stream: !whole });
	} catch {
		return asWindows1252(inLatin1(bytes));
	}
}

function decoderFor(charset: string) {
	try {
		const { encoding } = new TextDecoder(charset);
		return new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
	} catch {
		return new TextDecoder('utf-8', { fatal: true });
	}
}

function charsetOf(bytes: Uint8Array, contentType = ''): string {
	const start = inLatin1(bytes.subarray(0, 200));
	if (start.startsWith(BYTE_ORDER_MARK)) return 'utf-8';
	const [, claimed] = /charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType) ?? [];
	// A declaration that can be read byte by byte is not in UTF-16, whatever it says.
	const [, declared] =
		/^\s*<\?xml[^>]*\bencoding\s*=\s*["'](?!utf-16)([^"']+)["']/i.exec(start) ?? [];
	return claimed ?? declared ?? 'utf-8';
}

/** The mark of UTF-8, one character for each byte. */
const BYTE_ORDER_MARK = '\xEF\xBB\xBF';

const inLatin1 = (bytes: Uint8Array): string =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** The characters of Windows-1252 at 0x80 to 0x9F, where Latin-1 has control characters. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** The decoder of some Node.js versions treats Windows-1252 as Latin-1. */
const asWindows1252 = (bytes: string): string =>
	bytes.replace(/[\x80-\x9F]/g, (byte) => WINDOWS_1252.charAt(byte.charCodeAt(0) - 0x80));
