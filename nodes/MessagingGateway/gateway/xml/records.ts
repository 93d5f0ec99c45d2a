import { READ_TIMEOUT } from '../limits';
import type { RawEntry, RawRecord, RecordKind, RecordReader } from '../records';
import { decodeText, splitSections } from './decoding';
import { parseDocument } from './document';
import { splitElements } from './elements';
import { refusalOf } from './refusal';

interface RecordForm {
	path: string;
	requestRoot: string;
	responseRoot: string;
	element: string;
}

const FORMS: Record<Exclude<RecordKind, 'optOut'>, RecordForm> = {
	reply: {
		path: '/xmlgetreplies.asp',
		requestRoot: 'Replies',
		responseRoot: 'XMLGateway_Replies',
		element: 'Reply',
	},
	shortCodeMessage: {
		path: '/xmlgetscmessages.asp',
		requestRoot: 'SCmessages',
		responseRoot: 'XMLGateway_SCmessages',
		element: 'SCmessage',
	},
};

const formOf = (kind: RecordKind): RecordForm => FORMS[kind === 'optOut' ? 'reply' : kind];

/**
 * The XML interface's side of records. Each is read by itself, so that whatever stands in one cannot
 * cost another: a parser of whole documents loses all of them over a single `<` in a text.
 */
export const documentRecords: RecordReader = {
	request: (kind) => ({
		method: 'POST',
		path: formOf(kind).path,
		root: formOf(kind).requestRoot,
		content: {},
		timeout: READ_TIMEOUT,
	}),
	read: (kind, answer) => {
		const { responseRoot, element } = formOf(kind);
		const { elements, between } = splitElements(answer.body, element);
		const frame = between.join('');
		const refusal =
			elements.length === 0 ? refusalOf(answer, parseDocument(answer.body, element)) : undefined;
		const recognized = new RegExp(`<(?:[\\w.-]+:)?${responseRoot}[\\s/>]`).test(frame);
		if (refusal || (!recognized && elements.length === 0)) {
			return { entries: [], refusal, recognized: false };
		}
		const entries = elements.map((raw): RawEntry => readRecord(raw) ?? { raw });
		return { entries: [...entries, ...leftover(frame, responseRoot)], recognized: true };
	},
};

/** A record needs a number and a text, if an empty one; without them it is passed on unread. */
function readRecord(element: string): RawRecord | undefined {
	const message = findField(element, 'Message', 'last');
	if (!message) return undefined;
	// What a text says of fields is no field.
	const others = element.slice(0, message.start) + element.slice(message.end);
	const field = (name: string): string =>
		decodeText(findField(others, name, 'first')?.inner ?? '').trim();
	const from = field('CLI');
	if (!/^\+?\d+$/.test(from)) return undefined;
	return {
		from,
		receivedAt: field('DateReceived'),
		text: decodeText(message.inner),
		sentMessageId: field('SentMessageID'),
		shortCode: field('SC'),
	};
}

interface Field {
	inner: string;
	/** Where the field stands in the element, tags included. */
	start: number;
	end: number;
}

/** Finds a field by its first opening tag and its first or last closing one. */
function findField(element: string, name: string, closing: 'first' | 'last'): Field | undefined {
	const opening = new RegExp(`<(?:[\\w.-]+:)?${name}(?:\\s[^<>]*)?(/?)>`, 'i').exec(element);
	if (!opening) return undefined;
	const start = opening.index;
	const begin = start + opening[0].length;
	if (opening[1]) return { inner: '', start, end: begin };
	const ends = element.slice(begin).matchAll(new RegExp(`</(?:[\\w.-]+:)?${name}\\s*>`, 'gi'));
	const found = closing === 'last' ? [...ends].at(-1) : ends.next().value;
	if (!found) return undefined;
	const inner = element.slice(begin, begin + found.index);
	return { inner, start, end: begin + found.index + found[0].length };
}

/** What is left of a document without its records, declaration, comments and root tags. */
function leftover(frame: string, responseRoot: string): RawEntry[] {
	const root = new RegExp(`</?(?:[\\w.-]+:)?${responseRoot}(?:\\s[^<>]*)?/?>`, 'g');
	const rest = splitSections(frame, '<!--', '-->')
		.filter((_, index) => index % 2 === 0)
		.join('')
		.replace(/^\s*<\?xml[^>]*>/, '')
		.replace(root, '')
		.trim();
	return rest === '' ? [] : [{ raw: rest }];
}
