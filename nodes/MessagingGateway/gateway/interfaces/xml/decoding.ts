import { decodeEntities } from '../../exchange/entities';

const CDATA = { opening: '<![CDATA[', closing: ']]>' };
const COMMENT = { opening: '<!--', closing: '-->' };

/** Decodes the text between two tags: entities are decoded, CDATA sections kept as they are. */
export const decodeText = (inner: string): string =>
	mapSections(inner, CDATA, decodeEntities, unchanged);

/** The same text with blanks for its CDATA sections, which may hold text that looks like a tag. */
export const blankSections = (content: string): string =>
	mapSections(content, CDATA, unchanged, (section) => ' '.repeat(section.length + BRACKETS));

export const withoutComments = (content: string): string =>
	mapSections(content, COMMENT, unchanged, () => '');

/** Whether a text holds the start of a CDATA section without its end. */
export const hasOpenSection = (content: string): boolean =>
	splitSections(content, CDATA).at(-1)?.includes(CDATA.opening) === true;

const BRACKETS = CDATA.opening.length + CDATA.closing.length;

const unchanged = (text: string): string => text;

function mapSections(
	content: string,
	kind: typeof CDATA,
	outside: (text: string) => string,
	inside: (section: string) => string,
): string {
	// Most texts have none, and need not be taken apart.
	if (!content.includes(kind.opening)) return outside(content);
	return splitSections(content, kind)
		.map((piece, index) => (index % 2 === 1 ? inside(piece) : outside(piece)))
		.join('');
}

/** Splits a text: every second piece is the content of a section. One without an end does not count. */
function splitSections(content: string, { opening, closing }: typeof CDATA): string[] {
	const pieces: string[] = [];
	let done = 0;
	for (;;) {
		const start = content.indexOf(opening, done);
		const end = start < 0 ? -1 : content.indexOf(closing, start + opening.length);
		if (end < 0) return [...pieces, content.slice(done)];
		pieces.push(content.slice(done, start), content.slice(start + opening.length, end));
		done = end + closing.length;
	}
}
