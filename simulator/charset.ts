import iconv from 'iconv-lite';

/** The charsets that answers can be written in. */
export const CHARSETS = ['utf-8', 'windows-1252', 'iso-8859-1', 'iso-8859-15'] as const;

export type Charset = (typeof CHARSETS)[number];

/** Replaces a character that a charset has no byte for. */
export type Substitute = (character: string) => string;

/** Writes a text in a charset. */
export function encode(text: string, charset: Charset, substitute: Substitute): Buffer {
	if (charset === 'utf-8') return Buffer.from(text, 'utf8');
	const has = (character: string) =>
		iconv.decode(iconv.encode(character, charset), charset) === character;
	const writable = [...text].map((character) =>
		has(character) ? character : substitute(character),
	);
	return iconv.encode(writable.join(''), charset);
}

/** Reads a request body by its content type's charset, else its XML declaration's, else as UTF-8. */
export function decodeBody(body: Buffer, contentType: string | undefined): string {
	const declared =
		/charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ??
		/^\s*<\?xml[^>]*encoding=["']([\w-]+)/.exec(body.subarray(0, 200).toString('latin1'))?.[1] ??
		'utf-8';
	return iconv.decode(body, iconv.encodingExists(declared) ? declared : 'utf-8');
}
