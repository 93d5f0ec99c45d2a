import { readReferences } from './unescaping';

/** Most UTF-16 units of the gateway's text that are shown to a person. */
const SHOWN_LENGTH = 120;

/** Units at its start that are examined: a page may be long. */
const EXAMINED_LENGTH = 20_000;

/** Units at the end of those that are not shown, as a secret may continue after them. */
const MARGIN_LENGTH = 1000;

type Conceal = (text: string) => string;

const asItIs: Conceal = (text) => text;

/** The part shown of an answer that is not the gateway's: the title of a page, else its words. */
export function excerpt(body: string, conceal: Conceal = asItIs): string {
	const start = startOf(body, conceal);
	const title = /<title\b[^<>]*>([^<]*)/i.exec(start)?.[1] ?? '';
	return plain(title.trim() === '' ? start : title, conceal);
}

/**
 * Prepares text of the gateway for an error or a hint, which n8n renders as HTML: one line of at most
 * 120 characters and an ellipsis, without anything that is markup or could become markup. A long text
 * takes no more time than a short one.
 *
 * @param conceal removes the secrets from a text
 */
export const shown = (text: string, conceal: Conceal = asItIs): string =>
	plain(startOf(text, conceal), conceal);

/** The start of a text, with the secrets concealed while they are still complete. */
function startOf(text: string, conceal: Conceal): string {
	const concealed = conceal(text.slice(0, EXAMINED_LENGTH));
	return text.length > EXAMINED_LENGTH ? concealed.slice(0, -MARGIN_LENGTH) : concealed;
}

function plain(text: string, conceal: Conceal): string {
	const words = onOneLine(wordsOf(text));
	const line = words === '' ? onOneLine(text) : words;
	// Text that was unescaped or joined may have become a secret.
	return shorten(inert(conceal(line)));
}

/** Markup that hides text from the reader of a page: its opening and its end. */
const HIDING = [
	['<!--', '-->'],
	['<script', '</script>'],
	['<style', '</style>'],
] as const;

/** The words of a page: the text between its tags. */
function wordsOf(page: string): string {
	let closing: string | undefined;
	const pieces = page.replace(/<!\[CDATA\[|\]\]>/gi, ' ').split(/(?=<)/);
	const words = pieces.map((piece) => {
		const folded = piece.toLowerCase();
		closing ??= HIDING.find(([opening]) => folded.startsWith(opening))?.[1];
		if (closing === undefined) return piece.replace(/^<[a-z/!?][^<>]*>/i, ' ');
		const end = folded.indexOf(closing);
		if (end < 0) return '';
		const shownFrom = end + closing.length;
		closing = undefined;
		return piece.slice(shownFrom);
	});
	return readReferences(words.join(''));
}

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

function shorten(line: string): string {
	if (line.length <= SHOWN_LENGTH) return line;
	// Half of a surrogate pair is left out.
	return `${line.slice(0, SHOWN_LENGTH).replace(/[\uD800-\uDBFF]$/, '')}…`;
}
