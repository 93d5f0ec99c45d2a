import { READ_TIMEOUT } from '../limits';
import { toIdElement } from '../messageIds';
import type { RawStatus, StatusReader } from '../status';
import { children, parseDocument, text, type XmlNode } from './document';
import { refusalOf } from './refusal';

/** The XML interface's side of batch status (spec, "POST /xmlgetstatus.asp"). */
export const documentStatusReader: Omit<StatusReader, 'limit'> = {
	request: (questions) => ({
		method: 'POST',
		path: '/xmlgetstatus.asp',
		root: 'StatusRequest',
		content: { MessageIDs: { MessageID: questions.map(toIdElement) } },
		timeout: READ_TIMEOUT,
	}),
	read: (answer) => {
		const document = parseDocument(answer.body, 'StatusID');
		const refusal = refusalOf(answer, document);
		return { statuses: children(document?.content, 'StatusID').map(toStatus), refusal };
	},
};

function toStatus(entry: XmlNode): RawStatus {
	const code = text(entry, 'StatusCode').trim();
	return {
		messageId: text(entry, 'MessageID').trim(),
		status: text(entry, 'Status').trim().toUpperCase(),
		dateTime: text(entry, 'StatusDateTime').trim(),
		code: /^-?\d+$/.test(code) ? Number(code) : null,
	};
}
