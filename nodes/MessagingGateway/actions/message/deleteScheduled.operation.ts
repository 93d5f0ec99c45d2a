import { interfaceWith } from '../../gateway/interfaces/choice';
import {
	deleteScheduled as requestDeletion,
	type DeleteOutcome,
} from '../../gateway/operations/deleteScheduled';
import { asProblem } from '../../gateway/operations/outcome';
import { DELETE_RESULTS } from '../../gateway/specification/codes';
import { conclude } from '../../n8n/conclude';
import { certainly, type Effect, type Wording } from '../../n8n/effect';
import { connect, isCancelled } from '../../n8n/transport';
import { mapYielding } from '../../n8n/yielding';
import { NOT_FOR_A_TOOL, type Operation } from '../operation';
import { messageIdFields, questionsOf, readIdRows, type IdRow } from './idRows';

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
	changesSomething: true,
	async execute(context, options) {
		const { interface: chosen } = options.ofRun(['reference']);
		const call = interfaceWith('deleteScheduled', chosen).deleteScheduled;
		const rows = await readIdRows(context, options);
		const cancelled = () => isCancelled(context);
		const connection = await connect(context);
		const outcomes = await requestDeletion(connection, questionsOf(rows), call, cancelled);
		const effects = await mapYielding(rows, (row) => toEffect(row, outcomes));
		return conclude(context, effects, 'noneAccepted', WORDING);
	},
};

function toEffect(
	{ item, messageId, reference, problem }: IdRow,
	outcomes: Map<string, DeleteOutcome>,
): Effect {
	const outcome =
		problem === undefined
			? (outcomes.get(messageId) as DeleteOutcome)
			: asProblem(DELETE_RESULTS, 'NOT_SENT', problem);
	const { result, description } = outcome;
	return {
		item,
		subject: messageId,
		outcome,
		json: { messageId, result, deleted: certainly(outcome), description, reference },
	};
}
