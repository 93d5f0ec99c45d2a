import iconv from 'iconv-lite';

/** Reads a request body by its content type's charset, else its XML declaration's, else as UTF-8. */
export function decodeBody(body: Buffer, contentType: string | undefined): string {
	const declared =
		/charset="?([\w-]+)/i.exec(contentType ?? '')?.[1] ??
		/^\s*<\?xml[^>]*encoding=["']([\w-]+)/.exec(body.subarray(0, 200).toString('latin1'))?.[1] ??
		'utf-8';
	return iconv.decode(body, iconv.encodingExists(declared) ? declared : 'utf-8');
}
