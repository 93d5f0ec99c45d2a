import { isRefusal } from '../specification/codes';
import { decodeEntities } from './entities';
import type { PasswordGate } from './passwordGate';

/** Most UTF-16 units of the gateway's text that are shown to a person. */
const SHOWN_LENGTH = 120;
/** Units that are searched for the password, which may begin in what is shown and end behind it. */
const SEARCHED_LENGTH = 400;
/** Units of an answer that are examined: a page may be long. */
const EXAMINED_LENGTH = 20_000;
/** Stands for a text that is not quoted. */
const NOT_SHOWN = '(not shown, as it may repeat the password)';

/** The part shown of an answer that is not the gateway's: the title of a page, else its words. */
export function excerpt(body: string, gate: PasswordGate): string {
	const start = body.slice(0, EXAMINED_LENGTH);
	const title = /<title\b[^<>]*>([^<]*)/i.exec(start)?.[1] ?? '';
	return shown(title.trim() === '' ? start : title, gate);
}

/**
 * Prepares text of the gateway for an error or a hint, which may be rendered as HTML: one line of at most
 * 120 characters and an ellipsis, without anything that is or could become markup. A text that may repeat
 * the password is not shown, except for the sentences of the specification. A long text takes no more
 * time than a short one.
 */
export function shown(text: string, gate: PasswordGate): string {
	const start = text.slice(0, EXAMINED_LENGTH);
	const words = onOneLine(wordsOf(start));
	const line = (words === '' ? onOneLine(start) : words).slice(0, SEARCHED_LENGTH);
	return !isRefusal(line) && gate.mayRepeat(line) ? NOT_SHOWN : shorten(inert(line));
}

/** What a page does not show, to its end or that of the page. */
const HIDDEN = /<!(?=--)[^]*?(?:-->|$)|<(script|style)\b[^]*?(?:<\/\1>|$)/gi;

/** The words of a page: the text between its tags. */
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
