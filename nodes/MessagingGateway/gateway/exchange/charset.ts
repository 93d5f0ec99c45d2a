/**
 * Decodes the bytes of an answer: by the charset of its Content-Type header, else by its XML
 * declaration, else as UTF-8. What claims or is taken to be UTF-8 and is not valid as such is
 * Windows-1252.
 *
 * @param whole false when the answer was cut, so that half a character at its end is no sign of
 * another charset.
 */
export function decode(bytes: Uint8Array, contentType: string | undefined, whole = true): string {
	const claimed = charsetOf(contentType) ?? declaredCharset(bytes);
	// What could be read byte by byte is not in UTF-16, whatever it says.
	const isLie = /^utf-?16/i.test(claimed ?? '') && !hasZeros(bytes);
	const charset = byteOrderMark(bytes) ?? (isLie ? undefined : claimed);
	const decoder = decoderFor(charset ?? 'utf-8');
	if (decoder.encoding === 'windows-1252') return decodeWindows1252(bytes);
	if (decoder.encoding !== 'utf-8') return decoder.decode(bytes);
	try {
		return decoder.decode(bytes, { stream: !whole });
	} catch {
		return decodeWindows1252(bytes);
	}
}

/** What Windows-1252 has at 0x80 to 0x9F, where Latin-1 has control characters. */
const WINDOWS_1252 = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8DŽ\x8F\x90‘’“”•–—˜™š›œ\x9DžŸ';

/** Node.js has versions whose own decoder takes Windows-1252 for Latin-1. */
const decodeWindows1252 = (bytes: Uint8Array): string =>
	Buffer.from(bytes)
		.toString('latin1')
		.replace(
			/[\u0080-\u009F]/g,
			(character) => WINDOWS_1252[character.charCodeAt(0) - 0x80] as string,
		);

function decoderFor(charset: string) {
	try {
		const { encoding } = new TextDecoder(charset);
		return new TextDecoder(encoding, { fatal: encoding === 'utf-8' });
	} catch {
		return new TextDecoder('utf-8', { fatal: true });
	}
}

function byteOrderMark([first, second, third]: Uint8Array): string | undefined {
	if (first === 0xff && second === 0xfe) return 'utf-16le';
	if (first === 0xfe && second === 0xff) return 'utf-16be';
	if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
	return undefined;
}

const charsetOf = (contentType = ''): string | undefined =>
	/charset\s*=\s*["']?([^\s;"']+)/i.exec(contentType)?.[1];

/** The declaration is plain ASCII in every charset that a server without UTF-16 would use. */
function declaredCharset(bytes: Uint8Array): string | undefined {
	const start = String.fromCharCode(...bytes.subarray(0, 200));
	return /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1];
}

/** In UTF-16 every second byte of plain letters and digits is zero. */
const hasZeros = (bytes: Uint8Array): boolean => bytes.subarray(0, 200).includes(0);
