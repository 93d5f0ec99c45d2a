import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { unreadable } from '../../errors';
import { chosenInterface, interfaceOption, readMessageIds } from '../../fields';
import type { GatewayInterface } from '../../gateway/exchange';
import type { IdQuestion } from '../../gateway/messageIds';
import { referenceOption, showOnlyFor, textOrNull } from '../options';

/** The fields of an operation on message IDs. */
export const messageIdFields = (operation: string): INodeProperties[] => [
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 4711, 4712',
		description:
			'One message ID or several, separated by commas, semicolons, spaces or new lines, as Send gave them',
		displayOptions: showOnlyFor('message', operation),
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: showOnlyFor('message', operation),
		options: [interfaceOption, referenceOption],
	},
];

/** One ID of one input item. */
export interface IdRow extends IdQuestion {
	/** Index of the input item. */
	item: number;
	via: GatewayInterface;
	/** Why this can be no message ID. */
	problem?: string;
}

/** Reads the IDs of an input item. What is wrong with it is a row with a problem. */
export function readIdRows(context: IExecuteFunctions, item: number): IdRow[] {
	const row: IdRow = { item, messageId: '', reference: null, via: 'xml' };
	try {
		const { reference, ...options } = context.getNodeParameter('options', item, {}) as IDataObject;
		row.reference = textOrNull(reference);
		row.via = chosenInterface(options.interface);
		const readings = readMessageIds(context.getNodeParameter('messageIds', item, ''));
		if (readings.length === 0) return [{ ...row, problem: "'Message IDs' is empty" }];
		return readings.map((reading) => ({ ...row, ...reading }));
	} catch (error) {
		return [{ ...row, problem: unreadable(error) }];
	}
}

/** The good rows, each ID once: the first row with it decides the interface. */
export function questionsOf(rows: IdRow[]): IdRow[] {
	const questions = new Map<string, IdRow>();
	for (const row of rows) {
		if (!row.problem && !questions.has(row.messageId)) questions.set(row.messageId, row);
	}
	return [...questions.values()];
}
