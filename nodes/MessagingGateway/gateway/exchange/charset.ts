/**
 * Decodes the bytes of an answer: by the charset of its Content-Type header, by its XML declaration, else
 * as UTF-8. Bytes that are not valid UTF-8, declared or not, are read as Windows-1252, only in the record
 * that holds them. Takes time linear in the bytes.
 *
 * @param whole false if the answer was cut, perhaps within a character
 */
export function decode(bytes: Uint8Array, contentType: string | undefined, whole = true): string {
	const decoder = decoderFor(charsetOf(bytes, contentType));
	if (decoder.encoding === 'windows-1252') return asWindows1252(inLatin1(bytes));
	try {
		return decoder.decode(bytes, { stream: !whole });
	} catch {
		return decodeDamaged(inLatin1(bytes), whole);
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

/** One character for each byte. */
const inLatin1 = (bytes: Uint8Array): string =>
	Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** The characters of Windows-1252 at 0x80 to 0x9F, where Latin-1 has control characters. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** The decoder of some Node.js versions treats Windows-1252 as Latin-1. */
const asWindows1252 = (bytes: string): string =>
	bytes.replace(/[\x80-\x9F]/g, (byte) => WINDOWS_1252.charAt(byte.charCodeAt(0) - 0x80));

/** A character of several bytes in UTF-8. */
const CHARACTER =
	/[\xC2-\xDF][\x80-\xBF]|(?:\xE0[\xA0-\xBF]|[\xE1-\xEC\xEE\xEF][\x80-\xBF]|\xED[\x80-\x9F])[\x80-\xBF]|(?:\xF0[\x90-\xBF]|[\xF1-\xF3][\x80-\xBF]|\xF4[\x80-\x8F])[\x80-\xBF]{2}/g;

const CHARACTER_OR_BYTE = new RegExp(`${CHARACTER.source}|[\\x80-\\x9F]`, 'g');

/** The beginning of one at the end of a cut answer. */
const HALF_CHARACTER = /(?:[\xC2-\xDF]|[\xE0-\xEF][\x80-\xBF]?|[\xF0-\xF4][\x80-\xBF]{0,2})$/;

/**
 * Decodes UTF-8 that is not valid everywhere, each stretch between two separators on its own. One with
 * more characters of several bytes than faults is damaged UTF-8, and only its invalid bytes are
 * Windows-1252. Otherwise all of it is, as its letters may form a UTF-8 character by chance.
 */
function decodeDamaged(bytes: string, whole: boolean): string {
	const text = bytes.startsWith(BYTE_ORDER_MARK) ? bytes.slice(3) : bytes;
	return text.replace(/[&<\r\n]?[^&<\r\n]+/g, (stretch, start: number) => {
		const isCut = !whole && start + stretch.length === text.length;
		return decodeStretch(stretch, isCut ? stretch.replace(HALF_CHARACTER, '') : stretch);
	});
}

/** @param complete the stretch without half a character at its end */
function decodeStretch(stretch: string, complete: string): string {
	const characters = complete.match(CHARACTER)?.length ?? 0;
	const rest = complete.replace(CHARACTER, ' ');
	// The rest of a broken character is not another fault.
	const faults = rest.match(/[\x80-\xFF][\x80-\xBF]*/g)?.length ?? 0;
	if (faults > 0 && characters <= faults) return asWindows1252(stretch);
	return complete.replace(CHARACTER_OR_BYTE, (found) =>
		found.length > 1 ? Buffer.from(found, 'latin1').toString() : asWindows1252(found),
	);
}
