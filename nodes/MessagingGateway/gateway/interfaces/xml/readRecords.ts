import type { RawEntry, RawRecord, RecordCall } from '../interface';
import {
	blankSections,
	decodeText,
	hasOpenSection,
	splitSections,
	withoutComments,
} from './decoding';
import { findField, splitElements, type Field } from './elements';
import { refusalIn } from './refusal';
import { post } from './request';

interface RecordForm {
	path: string;
	requestRoot: string;
	responseRoot: string;
	element: string;
	/** The fields beside the text, by their names in small letters. */
	fields: Map<string, keyof Fields>;
}

type Fields = Pick<RawRecord, 'from' | 'receivedAt' | 'sentMessageId' | 'shortCode'>;

/**
 * Records of a kind. Each is read by itself, so that whatever stands in one cannot cost another: a
 * parser of whole documents loses all of them over a single `<` in a text.
 */
function recordCall(form: RecordForm): RecordCall {
	const root = rootOf(form);
	const border = borderOf(form);
	return {
		request: () => post(form.path, form.requestRoot, {}),
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

/** Spec, "POST /xmlgetreplies.asp". */
export const reply = recordCall({
	path: '/xmlgetreplies.asp',
	requestRoot: 'Replies',
	responseRoot: 'XMLGateway_Replies',
	element: 'Reply',
	fields: new Map([
		['cli', 'from'],
		['datereceived', 'receivedAt'],
		['sentmessageid', 'sentMessageId'],
	]),
});

/** Spec, "POST /xmlgetscmessages.asp". */
export const shortCodeMessage = recordCall({
	path: '/xmlgetscmessages.asp',
	requestRoot: 'SCmessages',
	responseRoot: 'XMLGateway_SCmessages',
	element: 'SCmessage',
	fields: new Map([
		['sc', 'shortCode'],
		['cli', 'from'],
		['datereceived', 'receivedAt'],
	]),
});

const NOTHING: Fields = { from: '', receivedAt: '', sentMessageId: '', shortCode: '' };

/**
 * A record needs a sender and a text, if an empty one, and a date where the sender is no number. What
 * has less, or is damaged, is passed on unread.
 */
function readRecord(
	element: string,
	form: RecordForm,
	isDamaged: (element: string, message: Field) => boolean,
): RawEntry[] {
	const message = findField(element, 'Message', 'last');
	if (!message || isDamaged(element, message)) return [{ raw: element }];
	// What a text says of fields is no field.
	const before = element.slice(0, message.start).replace(/^<[^<>]*>/, '');
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
const FIELD =
	/<(?:[\w.-]+:)?([A-Za-z][\w.-]*)(?:\s[^<>]*)?(?:\/>|>([^<]*)<\/(?:[\w.-]+:)?\1\s*>)/gi;

/** The fields in parts of an element, and the text that stands in none of them. */
function readFields(parts: string[]): [NamedValue[], RawEntry[]] {
	const fields: NamedValue[] = [];
	let stray = '';
	for (const part of parts.map(withoutComments)) {
		let done = 0;
		for (const { 0: whole, 1: name = '', 2: inner = '', index } of blankSections(part).matchAll(
			FIELD,
		)) {
			const start = index + whole.indexOf('>') + 1;
			fields.push([name, decodeText(part.slice(start, start + inner.length)).trim()]);
			stray += part.slice(done, index);
			done = index + whole.length;
		}
		stray += part.slice(done);
	}
	const isText = stray.replace(/<(?!!\[CDATA\[)[^<>]*>/g, '').trim() !== '';
	return [fields, isText ? [{ raw: stray.trim() }] : []];
}

/** Each field that the record has is taken once; what else there is must not get lost. */
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
 * Where one record ends and another begins. In a CDATA section it says that the section's own end is
 * damaged, or that somebody wrote it. Nobody can tell, so that such an element is passed on unread:
 * else the one has another's words in it, or the other is forged.
 */
function borderOf({ element }: RecordForm): RegExp {
	const tag = (name: string, slash = ''): string => `<${slash}(?:[\\w.-]+:)?${name}(?:\\s[^<>]*)?>`;
	const others = `(?:[^<]*<(?!/?(?:[\\w.-]+:)?(?:${element}|Message)[\\s/>])[^<>]*>)*[^<]*`;
	return new RegExp(
		`${tag('Message', '/')}${others}${tag(element, '/')}\\s*${tag(element)}${others}${tag('Message')}`,
		'i',
	);
}

const hidesBorder = (element: string, border: RegExp): boolean =>
	splitSections(element).some((piece, index) => index % 2 === 1 && border.test(piece));

/** Whether something is there that only a record has. A page may have an element of one such name. */
function hasHalfRecord(frame: string, { element, fields }: RecordForm): boolean {
	const isThere = (name: string): boolean =>
		new RegExp(`</?(?:[\\w.-]+:)?${name}\\b`, 'i').test(frame);
	return isThere(element) || ['Message', ...fields.keys()].filter(isThere).length > 1;
}

interface Root {
	opening: RegExp;
	/** What stands before the first record: the declaration, comments and the root's first tag. */
	head: RegExp;
	/** The root's last tag at the end. */
	end: RegExp;
}

function rootOf({ responseRoot }: RecordForm): Root {
	const name = `(?:[\\w.-]+:)?${responseRoot}`;
	return {
		opening: new RegExp(`<${name}[\\s/>]`),
		head: new RegExp(`\\s+|<\\?[^<>]*>|<!--[^]*?-->|<${name}(?:\\s[^<>]*)?>|<${name}/>`, 'y'),
		end: new RegExp(`</${name}\\s*>\\s*$`),
	};
}

/** What is left of a document without its records, its frame, and comments that stand by themselves. */
function leftovers(between: string[], { head, end }: Root): RawEntry[] {
	const pieces = [...between];
	pieces[0] = withoutHead(pieces[0] ?? '', head);
	pieces.push((pieces.pop() as string).replace(end, ''));
	return pieces
		.filter((piece) => withoutComments(piece).trim() !== '')
		.map((piece) => ({ raw: piece.trim() }));
}

function withoutHead(piece: string, head: RegExp): string {
	let done = 0;
	head.lastIndex = 0;
	while (head.test(piece)) done = head.lastIndex;
	return piece.slice(done);
}
