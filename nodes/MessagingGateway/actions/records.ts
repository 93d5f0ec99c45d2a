import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { gatewayError } from '../errors';
import { chosenInterface, recordInterfaceOption } from '../fields';
import { readRecords } from '../gateway/records';
import { toRecordItem, type OnceOnlyKind } from '../recordItems';
import { connect } from '../transport';
import { showOnlyFor } from './options';

/** What a person has to know before running Get New, and a choice of interface. */
export const getNewFields = (
	resource: OnceOnlyKind,
	fields: INodeProperties[] = [],
): INodeProperties[] => [
	{
		displayName:
			'The gateway hands out each record once only. What this operation reads, with Execute Step too, no other workflow, trigger or run will get.',
		name: 'onceOnlyNotice',
		type: 'notice',
		default: '',
		displayOptions: showOnlyFor(resource, 'getNew'),
	},
	...fields,
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions: showOnlyFor(resource, 'getNew'),
		options: [recordInterfaceOption],
	},
];

/**
 * Reads the new records of a kind in one request and gives every one that arrived as an item linked
 * to the first input item. It fails only where nothing arrived.
 */
export async function getNewRecords(
	context: IExecuteFunctions,
	kind: OnceOnlyKind,
	excludeShortCode = false,
): Promise<INodeExecutionData[]> {
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	const via = chosenInterface(options.interface);
	const reading = await readRecords(await connect(context), kind, via, excludeShortCode);
	if (!reading.ok) throw gatewayError(context, reading.failure, { itemIndex: 0 });
	const { entries, failure } = reading.value;
	if (failure) {
		context.addExecutionHints({
			message: `${failure.message}. What had arrived by then was kept, and further records may be lost.`,
			type: 'warning',
			location: 'outputPane',
		});
	}
	return entries.map((entry) => ({ json: toRecordItem(kind, entry), pairedItem: { item: 0 } }));
}
