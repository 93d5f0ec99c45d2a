import type { Failure } from '../../exchange/failures';
import type { RawEntry, RecordCall } from '../interface';
import { sortFields } from '../readRecords';
import {
	blankSections,
	closingTag,
	decodeText,
	hasOpenSection,
	holds,
	openingTag,
	post,
	readFields,
	reasonIn,
	refusalIn,
	splitElements,
} from './elements';

interface RecordForm {
	kind: 'reply' | 'shortCodeMessage';
	path: string;
	/** Of the request; that of the answer has XMLGateway before it. */
	root: string;
	element: string;
}

/**
 * Makes the call for records of a kind. Each is read separately, so that nothing in one can damage
 * another: a parser of whole documents loses all of them because of a single `<` in a text.
 */
function recordCall(form: RecordForm): RecordCall {
	const root = `XMLGateway_${form.root}`;
	const frame = new RegExp(`<\\?[^<>]*>|</?${root}\\b[^<>]*>`, 'gi');
	return {
		request: () => post(form.path, form.root, {}),
		read: (answer) => {
			const reason = reasonIn(answer, form.element);
			const isList =
				holds(answer, form.element) || (holds(answer, root) && refusalIn(answer) === undefined);
			if (!isList) return { reason };
			const { elements, between } = splitElements(answer.body, form.element);
			const records = elements.flatMap((element) => readRecord(element, form, answer.cut));
			return { entries: [...records, ...leftovers(between, frame)], reason };
		},
	};
}

/** Replies (protocol, "POST /xmlgetreplies.asp"). */
export const reply = recordCall({
	kind: 'reply',
	path: '/xmlgetreplies.asp',
	root: 'Replies',
	element: 'Reply',
});

/** Short-code messages (protocol, "POST /xmlgetscmessages.asp"). */
export const shortCodeMessage = recordCall({
	kind: 'shortCodeMessage',
	path: '/xmlgetscmessages.asp',
	root: 'SCmessages',
	element: 'SCmessage',
});

/**
 * Reads a record. It needs a sender and a text, which may be empty, and a date if the sender is not a
 * number. An element with less than that, or one that ends in the middle of a CDATA section of a cut
 * answer, is passed on unread.
 */
function readRecord(element: string, { kind }: RecordForm, cut?: Failure): RawEntry[] {
	const message = findMessage(element);
	if (!message || (cut && hasOpenSection(message.inner))) return [{ raw: element }];
	// Fields are not searched for in the text.
	const before = readFields(element.slice(element.indexOf('>') + 1, message.start));
	const behind = readFields(element.slice(message.end, element.lastIndexOf('</')));
	const sorted = sortFields(kind, [...before.fields, ...behind.fields]);
	const { from, receivedAt } = sorted.known;
	const isRecord = from !== undefined && (/^\+?\d+$/.test(from) || receivedAt !== undefined);
	if (!isRecord) return [{ raw: element }];
	const stray = (before.between + behind.between).trim();
	const isText = stray.replace(/<(?!!\[CDATA\[)[^<>]*>/g, '').trim() !== '';
	const record = { ...sorted, text: decodeText(message.inner) };
	return isText ? [record, { raw: stray }] : [record];
}

const OPENING = new RegExp(openingTag('Message'), 'i');
const CLOSING = new RegExp(closingTag('Message'), 'gi');

/** Finds the text of a record, from the first tag of its Message to the last one, and the ends of both. */
function findMessage(element: string): { inner: string; start: number; end: number } | undefined {
	const searched = blankSections(element);
	const opening = OPENING.exec(searched);
	if (!opening) return undefined;
	const start = opening.index;
	const begin = start + opening[0].length;
	if (opening[0].endsWith('/>')) return { inner: '', start, end: begin };
	const closing = [...searched.slice(begin).matchAll(CLOSING)].at(-1);
	if (!closing) return undefined;
	const until = begin + closing.index;
	return { inner: element.slice(begin, until), start, end: until + closing[0].length };
}

const leftovers = (between: string[], frame: RegExp): RawEntry[] =>
	between
		.map((piece) => piece.replace(frame, '').trim())
		.filter((piece) => piece !== '')
		.map((raw) => ({ raw }));
