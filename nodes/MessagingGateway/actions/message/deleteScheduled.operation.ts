import { interfaceWith } from '../../gateway/interfaces/choice';
import {
	deleteScheduled as requestDeletion,
	type DeleteOutcome,
} from '../../gateway/operations/deleteScheduled';
import { decided } from '../../gateway/operations/outcome';
import { DELETE_RESULTS } from '../../gateway/specification/codes';
import { itemsOfChange } from '../../rows/output';
import { wasDone, type Row, type Wording } from '../../rows/row';
import { connect } from '../../host/transport';
import { mapYielding } from '../../rows/readItems';
import { NOT_FOR_A_TOOL, type Operation } from '../operation';
import { messageIdFields, questionsOf, readIdRows, type IdRow } from './idRows';
import { isCancelled } from '../../host/execution';

const WORDING: Wording = {
	one: 'message',
	done: 'deleted',
	danger: 'get their status before deleting again',
};

/** Removes scheduled messages from the queue. The IDs of all items are sent together. */
export const deleteScheduled: Operation = {
	option: {
		name: 'Delete Scheduled',
		value: 'deleteScheduled',
		action: 'Delete scheduled SMS messages',
		description: 'Take messages out of the queue before they are sent, and get their credits back',
		displayOptions: NOT_FOR_A_TOOL,
	},
	toolDescription:
		'Takes scheduled SMS out of the queue, so that they are never sent. Needs the message IDs that sending returned, separated by commas; a phone number is no message ID. Call it only when a person wants these messages cancelled. It cannot be undone.',
	fields: messageIdFields(),
	async execute(context, options) {
		const { interface: chosen } = options.at(0, ['reference']);
		const call = interfaceWith('deleteScheduled', chosen).deleteScheduled;
		const rows = await readIdRows(context, options);
		const cancelled = () => isCancelled(context);
		const connection = await connect(context);
		const outcomes = await requestDeletion(connection, questionsOf(rows), call, cancelled);
		const results = await mapYielding(rows, (row) => toRow(row, outcomes));
		return itemsOfChange(context, results, 'noneAccepted', WORDING);
	},
};

function toRow(
	{ item, messageId, reference, problem }: IdRow,
	outcomes: Map<string, DeleteOutcome>,
): Row {
	const outcome =
		problem === undefined
			? (outcomes.get(messageId) as DeleteOutcome)
			: { ...decided(DELETE_RESULTS, 'NOT_SENT'), description: problem };
	const { result, description, certainty, failure } = outcome;
	const json = {
		messageId: messageId || null,
		result,
		deleted: wasDone(certainty),
		description,
		reference,
	};
	return { item, name: messageId, json, certainty, failure };
}
