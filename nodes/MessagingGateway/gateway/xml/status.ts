import type { Answer } from '../exchange';
import { READ_TIMEOUT } from '../limits';
import type { RawStatus, StatusQuestion, StatusReader } from '../status';
import { children, parseDocument, text, type XmlNode } from './document';
import { refusalOf } from './refusal';

/** The XML interface's side of batch status (spec, "POST /xmlgetstatus.asp"). */
export const documentStatusReader: Omit<StatusReader, 'limit'> = {
	request: (questions: StatusQuestion[]) => ({
		method: 'POST',
		path: '/xmlgetstatus.asp',
		root: 'StatusRequest',
		content: { MessageIDs: { MessageID: questions.map(toElement) } },
		timeout: READ_TIMEOUT,
	}),
	read: (answer: Answer) => {
		const document = parseDocument(answer.body, 'StatusID');
		const refusal = refusalOf(answer, document);
		return { statuses: children(document?.content, 'StatusID').map(toStatus), refusal };
	},
};

const toElement = ({ messageId, reference }: StatusQuestion) => ({
	ID: messageId,
	...(reference !== null && { CLI: reference }),
});

function toStatus(entry: XmlNode): RawStatus {
	const code = text(entry, 'StatusCode').trim();
	return {
		messageId: text(entry, 'MessageID').trim(),
		status: text(entry, 'Status').trim().toUpperCase(),
		dateTime: text(entry, 'StatusDateTime').trim(),
		code: /^-?\d+$/.test(code) ? Number(code) : null,
	};
}
