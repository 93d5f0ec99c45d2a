import { MAX_IDS_PER_XML } from '../../specification/limits';
import type { IdCall, RawDeletion } from '../interface';
import { readField, splitElements } from './elements';
import { refusalIn } from './refusal';
import { idElements, post } from './request';

/** Deletes scheduled messages (protocol, "POST /xmldeletescheduled.asp"). */
export const deleteScheduled: IdCall<RawDeletion> = {
	limit: MAX_IDS_PER_XML,
	request: (questions) => post('/xmldeletescheduled.asp', 'DeleteScheduled', idElements(questions)),
	read: (answer) => {
		// One by one: a reference that the gateway repeats unencoded must not damage the others.
		const { elements } = splitElements(answer.body, 'DeleteStatus');
		return {
			rows: elements.map((element) => ({
				messageId: readField(element, 'MessageID'),
				result: readField(element, 'Status'),
			})),
			refusal: refusalIn(answer, 'DeleteStatus'),
		};
	},
};
