import type { IExecuteFunctions } from 'n8n-workflow';
import type { Failure } from '../../gateway/exchange/failures';
import { retryingReads } from '../../gateway/exchange/retrying';
import { getStatus as requestStatus, type StatusReading } from '../../gateway/operations/getStatus';
import { groupBy } from '../../gateway/spec/lists';
import { gatewayError, operationError } from '../../n8n/errors';
import { ID_ADVICE } from '../../n8n/messageIds';
import { stopOnError, toItems, type ReadRow } from '../../n8n/onError';
import { connect, isCancelled } from '../../n8n/transport';
import { mapYielding } from '../../n8n/yielding';
import type { Operation } from '../operation';
import { messageIdFields } from './messageIds.fields';
import { questionsOf, readIdRows, type IdRow } from './messageIds';

/** Returns the delivery status of each ID. The IDs of all items are sent together. */
export const getStatus: Operation = {
	option: {
		name: 'Get Status',
		value: 'getStatus',
		action: 'Get status of messages',
		description: 'Find out whether messages have been delivered',
	},
	fields: messageIdFields('getStatus'),
	async execute(context: IExecuteFunctions) {
		const rows = await readIdRows(context);
		stopOnError(
			context,
			rows.map((row) => ({ error: faultError(context, row) })),
		);
		const reading = await ask(context, questionsOf(rows));
		const found = await mapYielding(rows, (row) => toReadRow(context, row, reading));
		return toItems(context, found);
	},
};

function toReadRow(
	context: IExecuteFunctions,
	row: IdRow,
	{ statuses, failure }: StatusReading,
): ReadRow {
	const { messageId, reference, item } = row;
	const status = statuses.get(messageId);
	if (status) return { item, json: { messageId, ...status, reference } };
	const error =
		faultError(context, row) ?? gatewayError(context, failure as Failure, { itemIndex: item });
	return { item, json: { messageId, reference }, error };
}

const faultError = (context: IExecuteFunctions, { fault, item }: IdRow): Error | undefined =>
	fault &&
	operationError(context, {
		message: fault.description,
		description: ID_ADVICE,
		itemIndex: item,
	});

/** Asks each interface for the IDs that belong to it. */
async function ask(context: IExecuteFunctions, questions: IdRow[]): Promise<StatusReading> {
	const exchange = retryingReads(await connect(context));
	const readings: StatusReading[] = [];
	for (const [via, ofInterface] of groupBy(questions, (question) => question.via)) {
		readings.push(
			await requestStatus(exchange, ofInterface, via.getStatus, () => isCancelled(context)),
		);
	}
	return {
		statuses: new Map(readings.flatMap(({ statuses }) => [...statuses])),
		failure: readings.find(({ failure }) => failure)?.failure ?? null,
	};
}
