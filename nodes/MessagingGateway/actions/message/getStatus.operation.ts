import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { GatewayInterface } from '../../gateway/exchange';
import type { Failure } from '../../gateway/failures';
import { retryingReads } from '../../gateway/retrying';
import { readStatuses, type StatusReading } from '../../gateway/status';
import { connect } from '../../transport';
import { errorHandling, errorItem, gatewayError, operationError } from '../errors';
import type { Operation } from '../operation';
import { ID_ADVICE, messageIdFields, questionsOf, readIdRows, type IdRow } from './messageIds';

/** Gives the delivery status of each ID. The IDs of all items are asked for together. */
export const getStatus: Operation = {
	description: messageIdFields('getStatus'),
	async execute(context: IExecuteFunctions) {
		const rows = context.getInputData().flatMap((_, item) => readIdRows(context, item));
		const stops = errorHandling(context) === 'stop';
		const refused = rows.find(({ problem }) => problem);
		if (refused && stops) throw idError(context, refused);
		const readings = await ask(context, rows);
		return rows.map((row): INodeExecutionData => {
			const { messageId, reference, item, via } = row;
			const status = readings[via].statuses.get(messageId);
			if (status) return { json: { messageId, ...status, reference }, pairedItem: { item } };
			const error = row.problem
				? idError(context, row)
				: gatewayError(context, readings[via].failure as Failure, item);
			if (stops) throw error;
			return errorItem(context, error, item, { messageId, reference });
		});
	},
};

const idError = (context: IExecuteFunctions, { problem = '', item }: IdRow): Error =>
	operationError(context, { message: problem, description: ID_ADVICE, itemIndex: item });

async function ask(
	context: IExecuteFunctions,
	rows: IdRow[],
): Promise<Record<GatewayInterface, StatusReading>> {
	const exchange = retryingReads(await connect(context));
	return {
		xml: await readStatuses(exchange, questionsOf(rows, 'xml'), 'xml'),
		query: await readStatuses(exchange, questionsOf(rows, 'query'), 'query'),
	};
}
