import type { RawEntry, RawRecord, RecordCall } from '../interface';
import { blankSections, decodeText, hasOpenSection, sectionsOf, withoutComments } from './decoding';
import { closingTag, findField, openingTag, splitElements, tagStart, type Field } from './elements';
import { refusalIn } from './refusal';
import { post } from './request';

interface RecordForm {
	path: string;
	/** Of the request; that of the answer has XMLGateway before it. */
	root: string;
	element: string;
	/** The fields other than the text, by their names in lower case. */
	fields: Map<string, keyof Fields>;
}

type Fields = Pick<RawRecord, 'from' | 'receivedAt' | 'sentMessageId' | 'shortCode'>;

/**
 * Makes the call for records of a kind. Each is read separately, so that nothing in one can damage
 * another: a parser of whole documents loses all of them because of a single `<` in a text.
 */
function recordCall(form: RecordForm): RecordCall {
	const root = rootOf(form);
	const border = borderOf(form);
	return {
		request: () => post(form.path, form.root, {}),
		read: (answer) => {
			const { elements, between } = splitElements(answer.body, form.element);
			const frame = between.join('');
			const hasRecords = elements.length > 0 || hasHalfRecord(frame, form);
			const refusal = hasRecords ? undefined : refusalIn(answer, form.element);
			const recognized = hasRecords || root.opening.test(frame);
			if (refusal || !recognized) return { entries: [], refusal, recognized: false };
			const isDamaged = (element: string, { inner }: Field): boolean =>
				hidesBorder(element, border) || (answer.cut !== undefined && hasOpenSection(inner));
			const records = elements.flatMap((element) => readRecord(element, form, isDamaged));
			return { entries: [...records, ...leftovers(between, root)], recognized: true };
		},
	};
}

/** Replies (protocol, "POST /xmlgetreplies.asp"). */
export const reply = recordCall({
	path: '/xmlgetreplies.asp',
	root: 'Replies',
	element: 'Reply',
	fields: new Map([
		['cli', 'from'],
		['datereceived', 'receivedAt'],
		['sentmessageid', 'sentMessageId'],
	]),
});

/** Short-code messages (protocol, "POST /xmlgetscmessages.asp"). */
export const shortCodeMessage = recordCall({
	path: '/xmlgetscmessages.asp',
	root: 'SCmessages',
	element: 'SCmessage',
	fields: new Map([
		['sc', 'shortCode'],
		['cli', 'from'],
		['datereceived', 'receivedAt'],
	]),
});

const NOTHING: Fields = { from: '', receivedAt: '', sentMessageId: '', shortCode: '' };

/**
 * Reads a record. It needs a sender and a text, which may be empty, and a date if the sender is not a
 * number. An element with less than that, or a damaged one, is passed on unread.
 */
function readRecord(
	element: string,
	form: RecordForm,
	isDamaged: (element: string, message: Field) => boolean,
): RawEntry[] {
	const message = findField(element, 'Message', 'last');
	if (!message || isDamaged(element, message)) return [{ raw: element }];
	// Fields are not searched for in the text.
	const before = element.slice(element.indexOf('>') + 1, message.start);
	const behind = element.slice(message.end, element.lastIndexOf('</'));
	const [fields, stray] = readFields([before, behind]);
	const { known, other } = sortFields(fields, form);
	const { from, receivedAt } = known;
	const isRecord = from !== undefined && (/^\+?\d+$/.test(from) || receivedAt !== undefined);
	if (!isRecord) return [{ raw: element }];
	const text = decodeText(message.inner);
	return [{ ...NOTHING, ...known, text, ...(other.length > 0 && { other }) }, ...stray];
}

type NamedValue = [name: string, value: string];

/** A field: its name, and its text if it has one. */
const FIELD = new RegExp(
	`${openingTag('([A-Za-z][\\w.-]*)', '')}(?:/>|>([^<]*)${closingTag('\\1')})`,
	'gi',
);

/** Reads the fields in parts of an element, and the text outside of them. */
function readFields(parts: string[]): [NamedValue[], RawEntry[]] {
	const fields: NamedValue[] = [];
	let stray = '';
	for (const part of parts.map(withoutComments)) {
		let done = 0;
		for (const field of blankSections(part).matchAll(FIELD)) {
			const [whole, name = '', inner = ''] = field;
			const start = field.index + whole.indexOf('>') + 1;
			fields.push([name, decodeText(part.slice(start, start + inner.length)).trim()]);
			stray += part.slice(done, field.index);
			done = field.index + whole.length;
		}
		stray += part.slice(done);
	}
	const raw = stray.trim();
	const isText = raw.replace(/<(?!!\[CDATA\[)[^<>]*>/g, '').trim() !== '';
	return [fields, isText ? [{ raw }] : []];
}

/** Takes each known field once; everything else must not get lost. */
function sortFields(
	fields: NamedValue[],
	form: RecordForm,
): { known: Partial<Fields>; other: NamedValue[] } {
	const known: Partial<Fields> = {};
	const other: NamedValue[] = [];
	for (const [name, value] of fields) {
		const field = form.fields.get(name.toLowerCase());
		if (field !== undefined && known[field] === undefined) known[field] = value;
		else other.push([name, value]);
	}
	return { known, other };
}

/**
 * The border between two records. In a CDATA section it means that the section's own end is damaged, or
 * that somebody wrote it. Both look the same, so that such an element is passed on unread: otherwise one
 * record would contain another person's words, or the other could be forged.
 */
function borderOf({ element }: RecordForm): RegExp {
	const others = `(?:[^<]*(?!${tagStart(`(?:${element}|Message)`)}[\\s/>])<[^<>]*>)*[^<]*`;
	const end = closingTag('Message') + others + closingTag(element);
	const start = openingTag(element) + others + openingTag('Message');
	return new RegExp(`${end}\\s*${start}`, 'i');
}

const hidesBorder = (element: string, border: RegExp): boolean =>
	sectionsOf(element).some((section) => border.test(section));

/** Whether there are parts of a record. A web page may have one element with such a name. */
function hasHalfRecord(frame: string, { element, fields }: RecordForm): boolean {
	const isThere = (name: string): boolean => new RegExp(`${tagStart(name)}\\b`, 'i').test(frame);
	return isThere(element) || ['Message', ...fields.keys()].filter(isThere).length > 1;
}

/** Patterns of a root: its beginning, a part of what stands before the first record, and its end. */
function rootOf(form: RecordForm) {
	const name = `XMLGateway_${form.root}`;
	return {
		opening: new RegExp(`(?!</)${tagStart(name)}[\\s/>]`),
		head: new RegExp(`\\s+|<\\?[^<>]*>|<!--[^]*?-->|${openingTag(name)}`, 'y'),
		end: new RegExp(`${closingTag(name)}\\s*$`),
	};
}

/** The rest of a document without its records, its frame, and comments outside of them. */
function leftovers(between: string[], { head, end }: ReturnType<typeof rootOf>): RawEntry[] {
	return between
		.map((piece, index) => (index === 0 ? withoutHead(piece, head) : piece).replace(end, ''))
		.filter((piece) => withoutComments(piece).trim() !== '')
		.map((piece) => ({ raw: piece.trim() }));
}

function withoutHead(piece: string, head: RegExp): string {
	let done = 0;
	head.lastIndex = 0;
	while (head.test(piece)) done = head.lastIndex;
	return piece.slice(done);
}
