import { decodeEntities } from './entities';
import type { Mask } from './mask';

/** Most UTF-16 units of the gateway's text that are shown to a person. */
const SHOWN_LENGTH = 120;
/** Units of an answer that are examined: a page may be long. */
const EXAMINED_LENGTH = 20_000;

/** The part shown of an answer that is not the gateway's: the title of a page, else its words. */
export function excerpt(body: string, mask: Mask): string {
	const start = examined(body, mask);
	const title = /<title\b[^<>]*>([^<]*)/i.exec(start)?.[1] ?? '';
	return shown(title.trim() === '' ? start : title, mask);
}

/**
 * Prepares text of the gateway for an error or a hint, which may be rendered as HTML: one line of at most
 * 120 characters and an ellipsis, without anything that is or could become markup, and with the password
 * masked. A long text takes no more time than a short one.
 */
export function shown(text: string, mask: Mask): string {
	// A password may look like a tag, and its parts may come together where one was removed.
	const start = examined(text, mask);
	const words = onOneLine(wordsOf(start));
	return shorten(inert(mask(words === '' ? onOneLine(start) : words)));
}

/** The start of a text. It may end in the middle of the password, which is therefore looked for beyond it. */
const examined = (text: string, mask: Mask): string =>
	mask(text.slice(0, 2 * EXAMINED_LENGTH)).slice(0, EXAMINED_LENGTH);

/** What a page does not show, to its end or that of the page. */
const HIDDEN = /<!(?=--)[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1>|$)/gi;

const wordsOf = (page: string): string =>
	decodeEntities(
		page
			.replace(/<!\[CDATA\[|\]\]>/gi, ' ')
			.replace(HIDDEN, '')
			.replace(/<[a-z/!?][^<>]*>/gi, ' ')
			.replace(/&nbsp;/gi, ' '),
	);

/** Removes control characters, invisible ones, and those that change the direction of writing. */
const onOneLine = (text: string): string =>
	text
		.replace(/\p{Cf}/gu, '')
		.replace(/[\p{Cc}\p{Cs}\p{Co}\s]+/gu, ' ')
		.trim();

/** Changes a line so that it holds no tag and no reference, however often it is rendered. */
const inert = (line: string): string =>
	line
		.replaceAll('<', '‹')
		.replaceAll('>', '›')
		.replace(/&(?=[#\w])/g, '& ');

/** Cuts no surrogate pair in two. */
const shorten = (line: string): string =>
	line.length <= SHOWN_LENGTH
		? line
		: `${line.slice(0, SHOWN_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
