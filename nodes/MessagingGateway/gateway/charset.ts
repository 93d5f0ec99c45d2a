/** What Windows-1252 is called by servers that mean it. */
const FALLBACK_CHARSET = 'windows-1252';

/**
 * Decodes the bytes of an answer: by the charset of its Content-Type header, else by its XML
 * declaration, else as UTF-8. What claims or is taken to be UTF-8 and is not valid as such is
 * Windows-1252.
 *
 * @param whole false when the answer was cut, so that half a character at its end is no sign of
 * another charset.
 */
export function decode(bytes: Uint8Array, contentType: string | undefined, whole = true): string {
	const charset = byteOrderMark(bytes) ?? charsetOf(contentType) ?? declaredCharset(bytes);
	const decoder = decoderFor(charset ?? 'utf-8');
	if (decoder.encoding !== 'utf-8') return decoder.decode(bytes);
	try {
		return decoder.decode(bytes, { stream: !whole });
	} catch {
		return new TextDecoder(FALLBACK_CHARSET).decode(bytes);
	}
}

function decoderFor(charset: string) {
	try {
		return new TextDecoder(charset, { fatal: /^utf-?8$/i.test(charset) });
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
	const charset = /^\s*<\?xml[^>]*\bencoding\s*=\s*["']([^"']+)["']/i.exec(start)?.[1];
	// A declaration that could be read byte by byte is not in UTF-16, whatever it says.
	return charset && /^utf-?16/i.test(charset) ? undefined : charset;
}
