import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Failure } from '../../gateway/failures';
import { retryingReads } from '../../gateway/retrying';
import { readStatuses, type StatusReading } from '../../gateway/status';
import { connect } from '../../transport';
import { errorHandling, errorItem } from '../errorHandling';
import { gatewayError, operationError } from '../../errors';
import { ID_ADVICE } from '../../fields';
import type { Operation } from '../operation';
import { messageIdFields, questionsOf, readIdRows, type IdRow } from './messageIds';

/** Gives the delivery status of each ID. The IDs of all items are asked for together. */
export const getStatus: Operation = {
	description: messageIdFields('getStatus'),
	async execute(context: IExecuteFunctions) {
		const rows = context.getInputData().flatMap((_, item) => readIdRows(context, item));
		const stops = errorHandling(context) === 'stop';
		const refused = rows.find(({ problem }) => problem);
		if (refused && stops) throw idError(context, refused);
		const { statuses, failure } = await ask(context, questionsOf(rows));
		return rows.map((row): INodeExecutionData => {
			const { messageId, reference, item } = row;
			const status = statuses.get(messageId);
			if (status) return { json: { messageId, ...status, reference }, pairedItem: { item } };
			const error = row.problem
				? idError(context, row)
				: gatewayError(context, failure as Failure, { itemIndex: item });
			if (stops) throw error;
			return errorItem(context, error, item, { messageId, reference });
		});
	},
};

const idError = (context: IExecuteFunctions, { problem = '', item }: IdRow): Error =>
	operationError(context, { message: problem, description: ID_ADVICE, itemIndex: item });

async function ask(context: IExecuteFunctions, questions: IdRow[]): Promise<StatusReading> {
	const exchange = retryingReads(await connect(context));
	const over = (via: IdRow['via']) => questions.filter((question) => question.via === via);
	const xml = await readStatuses(exchange, over('xml'), 'xml');
	const query = await readStatuses(exchange, over('query'), 'query');
	return {
		statuses: new Map([...xml.statuses, ...query.statuses]),
		failure: xml.failure ?? query.failure,
	};
}
