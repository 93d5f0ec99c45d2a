import { MAX_IDS_PER_XML } from '../../specification/limits';
import type { IdCall, RawStatus } from '../interface';
import { plainId } from '../words';
import { readField, splitElements } from './elements';
import { reasonIn } from './refusal';
import { idElements, post } from './request';

/** Asks for the status of messages (protocol, "POST /xmlgetstatus.asp"). */
export const getStatus: IdCall<RawStatus> = {
	limit: MAX_IDS_PER_XML,
	request: (questions) => post('/xmlgetstatus.asp', 'StatusRequest', idElements(questions)),
	read: (answer) => {
		// One by one: a reference that the gateway repeats unencoded must not damage the others.
		const { elements } = splitElements(answer.body, 'StatusID');
		return { rows: elements.map(toStatus), reason: reasonIn(answer, 'StatusID') };
	},
};

function toStatus(element: string): RawStatus {
	const code = readField(element, 'StatusCode');
	return {
		messageId: plainId(readField(element, 'MessageID')),
		status: readField(element, 'Status').toUpperCase(),
		dateTime: readField(element, 'StatusDateTime'),
		code: /^-?\d+$/.test(code) ? Number(code) : null,
	};
}
