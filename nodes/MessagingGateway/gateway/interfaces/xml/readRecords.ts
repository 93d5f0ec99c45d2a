import { post } from '../../exchange/request';
import type { RawEntry, RecordCall } from '../interface';
import { sortFields, toRecord, type NamedValue } from '../readRecords';
import {
	blankSections,
	closingTag,
	decodeText,
	findField,
	hasOpenSection,
	openingTag,
	splitElements,
} from './elements';
import { holds, reasonIn, refusalIn } from './refusal';

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
	const frame = new RegExp(`<\\?[^<>]*>|${openingTag(root)}|${closingTag(root)}`, 'g');
	return {
		request: () => post(form.path, form.root, {}),
		read: (answer) => {
			const reason = reasonIn(answer, form.element);
			const isList =
				holds(answer, form.element) || (holds(answer, root) && refusalIn(answer) === undefined);
			if (!isList) return { reason };
			const { elements, between } = splitElements(answer.body, form.element);
			const isWhole = answer.cut === undefined && reason === undefined;
			const records = elements.flatMap((element) => readRecord(element, form, isWhole));
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
function readRecord(element: string, { kind }: RecordForm, isWhole: boolean): RawEntry[] {
	const message = findField(element, 'Message', 'last');
	if (!message || (!isWhole && hasOpenSection(message.inner))) return [{ raw: element }];
	// Fields are not searched for in the text.
	const before = element.slice(element.indexOf('>') + 1, message.start);
	const behind = element.slice(message.end, element.lastIndexOf('</'));
	const [fields, stray] = readFields([before, behind]);
	const sorted = sortFields(kind, fields);
	const { from, receivedAt } = sorted.known;
	const isRecord = from !== undefined && (/^\+?\d+$/.test(from) || receivedAt !== undefined);
	return isRecord ? [toRecord(sorted, decodeText(message.inner)), ...stray] : [{ raw: element }];
}

/** A field: its name, and its text if it has one. */
const FIELD = new RegExp(
	`${openingTag('([A-Za-z][\\w.-]*)', '')}(?:/>|>([^<]*)${closingTag('\\1')})`,
	'gi',
);

/** Reads the fields in parts of an element, and the text outside of them. */
function readFields(parts: string[]): [NamedValue[], RawEntry[]] {
	const fields: NamedValue[] = [];
	let stray = '';
	for (const part of parts) {
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

/** The rest of a document without its records and its frame. */
const leftovers = (between: string[], frame: RegExp): RawEntry[] =>
	between
		.map((piece) => piece.replace(frame, '').trim())
		.filter((piece) => piece !== '')
		.map((raw) => ({ raw }));
