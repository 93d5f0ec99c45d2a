import type { PostRequest } from '../../exchange/request';
import type { IdQuestion } from '../interface';

/** A request of the XML interface. */
export const post = (
	path: string,
	root: string,
	content: Record<string, unknown>,
): PostRequest => ({
	interface: 'xml',
	method: 'POST',
	path,
	root,
	content,
});

/** The elements with the IDs of a request, each with the text that the gateway echoes. */
export const idElements = (questions: IdQuestion[]) => ({
	MessageIDs: {
		MessageID: questions.map(({ id, reference }) => ({
			ID: id,
			...(reference !== null && { CLI: reference }),
		})),
	},
});
