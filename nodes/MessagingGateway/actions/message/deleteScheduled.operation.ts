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

/** Outcomes by interface and ID. */
type Outcomes = Map<string, DeleteOutcome>;

const keyOf = (via: string, messageId: string): string => `${via} ${messageId}`;

async function requestAll(context: IExecuteFunctions, rows: IdRow[]): Promise<Outcomes> {
	const outcomes: Outcomes = new Map();
	if (rows.every(({ problem }) => problem)) return outcomes;
	const exchange = await connect(context);
	const cancelled = () => isCancelled(context);
	for (const via of ['xml', 'query'] as const) {
		const deleted = await requestDeletion(exchange, questionsOf(rows, via), via, cancelled);
		deleted.forEach((outcome, { messageId }) => outcomes.set(keyOf(via, messageId), outcome));
	}
	return outcomes;
}

function toEffect({ item, messageId, reference, via, problem }: IdRow, outcomes: Outcomes): Effect {
	const { result, description, failure }: DeleteOutcome = problem
		? { result: 'NOT_SENT', description: problem, failure: null }
		: (outcomes.get(keyOf(via, messageId)) as DeleteOutcome);
	return {
		item,
		subject: messageId,
		json: { messageId, result, deleted: result === 'DELETED', description, reference },
		outcome: outcomeOf(result),
		failure,
	};
}

function outcomeOf(result: DeleteOutcome['result']): Effect['outcome'] {
	if (result === 'DELETED') return 'done';
	return result === 'UNCONFIRMED' ? 'unknown' : 'notDone';
}
