import { MAX_IDS_PER_XML } from '../../specification/limits';
import type { IdCall, IdQuestion, RawDeletion, RawStatus } from '../interface';
import { rawDeletion, rawStatus } from '../words';
import { fieldReader, post, reasonIn, splitElements } from './elements';

/**
 * Makes a call about message IDs. Its rows are read one by one: a reference that the gateway repeats
 * unencoded must not damage the others.
 *
 * @param root of the request
 * @param element name of a row of the answer
 */
const idCall = <Row>(
	path: string,
	root: string,
	element: string,
	readRow: (row: string) => Row,
): IdCall<Row> => ({
	limit: MAX_IDS_PER_XML,
	request: (questions) => post(path, root, idElements(questions)),
	read: (answer) => {
		const { elements } = splitElements(answer.body, element);
		return { rows: elements.map(readRow), reason: reasonIn(answer, element) };
	},
});

const idElements = (questions: IdQuestion[]) => ({
	MessageIDs: {
		MessageID: questions.map(({ id, reference }) => ({
			ID: id,
			...(reference !== null && { CLI: reference }),
		})),
	},
});

const messageIdIn = fieldReader('MessageID');
const statusIn = fieldReader('Status');
const dateTimeIn = fieldReader('StatusDateTime');
const codeIn = fieldReader('StatusCode');

/** Asks for the status of messages (protocol, "POST /xmlgetstatus.asp"). */
export const getStatus = idCall<RawStatus>(
	'/xmlgetstatus.asp',
	'StatusRequest',
	'StatusID',
	(row) => rawStatus(messageIdIn(row), statusIn(row), dateTimeIn(row), codeIn(row)),
);

/** Deletes scheduled messages (protocol, "POST /xmldeletescheduled.asp"). */
export const deleteScheduled = idCall<RawDeletion>(
	'/xmldeletescheduled.asp',
	'DeleteScheduled',
	'DeleteStatus',
	(row) => rawDeletion(messageIdIn(row), statusIn(row)),
);
