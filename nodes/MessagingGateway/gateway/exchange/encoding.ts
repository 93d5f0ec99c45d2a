import { XMLBuilder } from 'fast-xml-parser';

const builder = new XMLBuilder({ ignoreAttributes: true, format: false });

/** Adds parameters to an address, encoded; only unreserved characters are left as they are. */
export const addressOf = (address: string, parameters: Record<string, string>): string =>
	Object.entries(parameters).reduce(
		(url, [name, value]) =>
			`${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`,
		address,
	);

/** Writes an XML document in plain ASCII, the same in every charset, without what XML cannot hold. */
export function writeXml(root: string, content: Record<string, unknown>): string {
	const xml: string = builder.build({ [root]: content });
	return (
		'<?xml version="1.0" encoding="utf-8"?>' +
		xml
			.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
			.replace(/[^\t\n\r\u0020-\u007E]/gu, (character) => `&#${character.codePointAt(0)};`)
	);
}
