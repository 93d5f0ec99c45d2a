import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { GatewayInterface } from '../../gateway/exchange';
import type { Failure } from '../../gateway/failures';
import { isMessageId, splitMessageIds } from '../../gateway/numbers';
import type { IdQuestion } from '../../gateway/messageIds';
import { retryingReads } from '../../gateway/retrying';
import { readStatuses, type StatusReading } from '../../gateway/status';
import { connect } from '../../transport';
import { errorHandling, errorItem, gatewayError, operationError } from '../errors';
import type { Operation } from '../operation';
import { chosenInterface, interfaceOption, showOnlyFor } from '../options';

const displayOptions = showOnlyFor('message', 'getStatus');

const fields: INodeProperties[] = [
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 4711, 4712',
		description:
			'One message ID or several, separated by commas, semicolons, spaces or new lines, as Send gave them',
		displayOptions,
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions,
		options: [
			interfaceOption,
			{
				displayName: 'Reference',
				name: 'reference',
				type: 'string',
				default: '',
				placeholder: 'e.g. order-1042',
				description: 'Any text of your own, given back with each status of this item',
			},
		],
	},
];

/** One ID of one input item. */
interface Row extends IdQuestion {
	item: number;
	via: GatewayInterface;
	problem?: Error;
}

/** Gives the delivery status of each ID. The IDs of all items are asked for together. */
export const getStatus: Operation = {
	description: fields,
	async execute(context: IExecuteFunctions) {
		const rows = context.getInputData().flatMap((_, item) => readRows(context, item));
		const stops = errorHandling(context) === 'stop';
		const refused = rows.find(({ problem }) => problem)?.problem;
		if (refused && stops) throw refused;
		const readings = await ask(
			context,
			rows.filter(({ problem }) => !problem),
		);
		return rows.map((row): INodeExecutionData => {
			const { messageId, reference, item, via } = row;
			const status = readings[via].statuses.get(messageId);
			if (status) return { json: { messageId, ...status, reference }, pairedItem: { item } };
			const error = row.problem ?? gatewayError(context, readings[via].failure as Failure, item);
			if (stops) throw error;
			return errorItem(context, error, item, { messageId, reference });
		});
	},
};

function readRows(context: IExecuteFunctions, item: number): Row[] {
	const options = context.getNodeParameter('options', item, {}) as IDataObject;
	const { reference } = options;
	const common = {
		item,
		reference: reference === undefined || reference === '' ? null : String(reference),
		via: chosenInterface(options.interface),
	};
	const refuse = (message: string): Error =>
		operationError(context, {
			message,
			description: 'Give the message IDs that Send gave. A message that was not accepted has none',
			itemIndex: item,
		});
	const messageIds = splitMessageIds(context.getNodeParameter('messageIds', item, ''));
	if (messageIds.length === 0) {
		return [{ ...common, messageId: '', problem: refuse('Message IDs is empty') }];
	}
	return messageIds.map((messageId) => ({
		...common,
		messageId,
		...(!isMessageId(messageId) && {
			problem: refuse(`Message IDs holds "${messageId}", which is not a message ID`),
		}),
	}));
}

/** Asks for each ID once an interface, whichever items it came from. */
async function ask(
	context: IExecuteFunctions,
	rows: Row[],
): Promise<Record<GatewayInterface, StatusReading>> {
	const readings = {
		xml: { statuses: new Map(), failure: null },
		query: { statuses: new Map(), failure: null },
	} as Record<GatewayInterface, StatusReading>;
	if (rows.length === 0) return readings;
	const exchange = retryingReads(await connect(context));
	for (const via of ['xml', 'query'] as const) {
		const questions = new Map<string, IdQuestion>();
		for (const row of rows) {
			if (row.via === via && !questions.has(row.messageId)) questions.set(row.messageId, row);
		}
		readings[via] = await readStatuses(exchange, [...questions.values()], via);
	}
	return readings;
}
