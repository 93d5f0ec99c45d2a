import type { IExecuteFunctions } from 'n8n-workflow';
import { deleteScheduled as requestDeletion, type DeleteOutcome } from '../../gateway/deleting';
import { connect } from '../../transport';
import { conclude, type Effect, type Wording } from '../effects';
import type { Operation } from '../operation';
import { isCancelled } from '../options';
import { messageIdFields, questionsOf, readIdRows, type IdRow } from './messageIds';

const WORDING: Wording = {
	one: 'message',
	many: 'messages',
	done: 'deleted',
	danger: 'get their status before deleting again',
};

/** Takes scheduled messages out of the queue. The IDs of all items are asked for together. */
export const deleteScheduled: Operation = {
	description: messageIdFields('deleteScheduled'),
	async execute(context: IExecuteFunctions) {
		const rows = context.getInputData().flatMap((_, item) => readIdRows(context, item));
		const outcomes = await requestAll(context, rows);
		const effects = rows.map((row) => toEffect(row, outcomes));
		return conclude(context, effects, 'noneAccepted', WORDING);
	},
};

/** Outcomes by message ID. */
type Outcomes = Map<string, DeleteOutcome>;

async function requestAll(context: IExecuteFunctions, rows: IdRow[]): Promise<Outcomes> {
	const questions = questionsOf(rows);
	if (questions.length === 0) return new Map();
	return await requestDeletion(await connect(context), questions, () => isCancelled(context));
}

function toEffect({ item, messageId, reference, problem }: IdRow, outcomes: Outcomes): Effect {
	const { result, description, failure }: DeleteOutcome = problem
		? { result: 'NOT_SENT', description: problem, failure: null }
		: (outcomes.get(messageId) as DeleteOutcome);
	const outcome = outcomeOf(result);
	const deleted = outcome === 'unknown' ? null : outcome === 'done';
	return {
		item,
		subject: messageId,
		json: { messageId, result, deleted, description, reference },
		outcome,
		failure,
	};
}

function outcomeOf(result: DeleteOutcome['result']): Effect['outcome'] {
	if (result === 'DELETED') return 'done';
	return result === 'UNCONFIRMED' ? 'unknown' : 'notDone';
}
