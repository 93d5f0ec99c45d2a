import type { Deletion } from '../deleting';
import { SEND_TIMEOUT } from '../limits';
import { toIdElement } from '../messageIds';
import { children, parseDocument, text } from './document';
import { refusalOf } from './refusal';

/** The XML interface's side of deleting (spec, "POST /xmldeletescheduled.asp"). */
export const documentDeletion: Deletion = {
	request: (questions) => ({
		method: 'POST',
		path: '/xmldeletescheduled.asp',
		root: 'DeleteScheduled',
		content: { MessageIDs: { MessageID: questions.map(toIdElement) } },
		timeout: SEND_TIMEOUT,
	}),
	read: (answer) => {
		const document = parseDocument(answer.body, 'DeleteStatus');
		return {
			deletions: children(document?.content, 'DeleteStatus').map((entry) => ({
				messageId: text(entry, 'MessageID'),
				result: text(entry, 'Status'),
			})),
			refusal: refusalOf(answer, document),
		};
	},
};
