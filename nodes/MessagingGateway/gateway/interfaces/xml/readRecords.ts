import type { RawEntry, RecordCall } from '../interface';
import { decodeText, splitSections } from './decoding';
import { findField, readField, splitElements } from './elements';
import { refusalIn } from './refusal';
import { post } from './request';

interface RecordForm {
	path: string;
	requestRoot: string;
	responseRoot: string;
	element: string;
}

/**
 * Records of a kind. Each is read by itself, so that whatever stands in one cannot cost another: a
 * parser of whole documents loses all of them over a single `<` in a text.
 */
const recordCall = (form: RecordForm): RecordCall => ({
	request: () => post(form.path, form.requestRoot, {}),
	read: (answer) => {
		const { elements, between } = splitElements(answer.body, form.element);
		const frame = between.join('');
		const hasRecords = elements.length > 0 || hasHalfRecord(frame, form.element);
		const refusal = hasRecords ? undefined : refusalIn(answer, form.element);
		const recognized = new RegExp(`<(?:[\\w.-]+:)?${form.responseRoot}[\\s/>]`).test(frame);
		if (refusal || (!recognized && elements.length === 0)) {
			return { entries: [], refusal, recognized: false };
		}
		const entries = [...elements.flatMap(readRecord), ...leftover(between, form)];
		return { entries, recognized: true };
	},
});

/** Spec, "POST /xmlgetreplies.asp". */
export const reply = recordCall({
	path: '/xmlgetreplies.asp',
	requestRoot: 'Replies',
	responseRoot: 'XMLGateway_Replies',
	element: 'Reply',
});

/** Spec, "POST /xmlgetscmessages.asp". */
export const shortCodeMessage = recordCall({
	path: '/xmlgetscmessages.asp',
	requestRoot: 'SCmessages',
	responseRoot: 'XMLGateway_SCmessages',
	element: 'SCmessage',
});

/** A record needs a number and a text, if an empty one; without them it is passed on unread. */
function readRecord(element: string): RawEntry[] {
	const message = findField(element, 'Message', 'last');
	// What a text says of fields is no field.
	const others = message && element.slice(0, message.start) + element.slice(message.end);
	const from = others === undefined ? '' : readField(others, 'CLI');
	if (!message || others === undefined || !/^\+?\d+$/.test(from)) return [{ raw: element }];
	const record = {
		from,
		receivedAt: readField(others, 'DateReceived'),
		text: decodeText(message.inner),
		sentMessageId: readField(others, 'SentMessageID'),
		shortCode: readField(others, 'SC'),
	};
	return [record, ...strayText(others)];
}

/** Text in a record that stands in none of its elements. */
function strayText(others: string): RawEntry[] {
	const stray = others.replace(/<([\w:.-]+)[^<>]*>[^<]*<\/\1\s*>|<[^<>]*>/g, '').trim();
	return stray === '' ? [] : [{ raw: stray }];
}

/** What is left of a document without its records, declaration, root tags and comments. */
function leftover(between: string[], { responseRoot, element }: RecordForm): RawEntry[] {
	const root = new RegExp(`</?(?:[\\w.-]+:)?${responseRoot}(?:\\s[^<>]*)?/?>`, 'g');
	const rest = between
		// What looks like a comment in half a record may be somebody's words.
		.map((piece) => (hasHalfRecord(piece, element) ? piece : withoutComments(piece)))
		.join('')
		.replace(/^\s*<\?xml[^>]*>/, '')
		.replace(root, '')
		.trim();
	return rest === '' ? [] : [{ raw: rest }];
}

const hasHalfRecord = (piece: string, element: string): boolean => piece.includes(`<${element}`);

const withoutComments = (piece: string): string =>
	splitSections(piece, '<!--', '-->')
		.filter((_, index) => index % 2 === 0)
		.join('');
