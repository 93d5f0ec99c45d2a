import type { Deletion } from '../deleting';
import { SEND_TIMEOUT } from '../limits';
import { toIdElement } from '../messageIds';
import { readField, splitElements } from './elements';
import { refusalIn } from './refusal';

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
		// Each by itself: a reference that the gateway repeats unencoded must not cost the others.
		const { elements } = splitElements(answer.body, 'DeleteStatus');
		return {
			deletions: elements.map((element) => ({
				messageId: readField(element, 'MessageID'),
				result: readField(element, 'Status'),
			})),
			refusal: refusalIn(answer, 'DeleteStatus'),
		};
	},
};
