import { READ_TIMEOUT } from '../limits';
import { toIdElement } from '../messageIds';
import type { RawStatus, StatusReader } from '../status';
import { readField, splitElements } from './elements';
import { refusalIn } from './refusal';

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
		// Each by itself: a reference that the gateway repeats unencoded must not cost the others.
		const { elements } = splitElements(answer.body, 'StatusID');
		const refusal = refusalIn(answer, 'StatusID');
		return { statuses: elements.map(toStatus), refusal };
	},
};

function toStatus(element: string): RawStatus {
	const code = readField(element, 'StatusCode');
	return {
		messageId: readField(element, 'MessageID'),
		status: readField(element, 'Status').toUpperCase(),
		dateTime: readField(element, 'StatusDateTime'),
		code: /^-?\d+$/.test(code) ? Number(code) : null,
	};
}
