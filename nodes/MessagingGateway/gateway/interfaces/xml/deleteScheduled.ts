import { MAX_IDS_PER_XML } from '../../specification/limits';
import type { IdCall, RawDeletion } from '../interface';
import { readDeletion } from '../words';
import { readField, splitElements } from './elements';
import { reasonIn } from './refusal';
import { idElements, post } from './request';

/** Deletes scheduled messages (protocol, "POST /xmldeletescheduled.asp"). */
export const deleteScheduled: IdCall<RawDeletion> = {
	limit: MAX_IDS_PER_XML,
	request: (questions) => post('/xmldeletescheduled.asp', 'DeleteScheduled', idElements(questions)),
	read: (answer) => {
		// One by one: a reference that the gateway repeats unencoded must not damage the others.
		const { elements } = splitElements(answer.body, 'DeleteStatus');
		return {
			rows: elements.map((element) =>
				readDeletion(readField(element, 'MessageID'), readField(element, 'Status')),
			),
			reason: reasonIn(answer, 'DeleteStatus'),
		};
	},
};
