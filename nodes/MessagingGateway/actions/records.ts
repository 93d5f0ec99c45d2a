import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { isOptOut } from '../gateway/optOutWords';
import { isLeftover, readRecords, type GatewayRecord, type Leftover } from '../gateway/records';
import { connect } from '../transport';
import { gatewayError } from './errors';
import { chosenInterface, interfaceOption, showOnlyFor } from './options';

/** Kinds of records that are handed out once only. */
export type OnceOnlyKind = 'reply' | 'shortCodeMessage';

const INTERFACE_DESCRIPTION =
	'Which of the two interfaces of the gateway to use. Automatic is XML, which keeps the password out of addresses and each record apart. On the query interface a text that is written like records can pass for records of other numbers.';

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
		options: [{ ...interfaceOption, description: INTERFACE_DESCRIPTION }],
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
	if (!reading.ok) throw gatewayError(context, reading.failure, 0);
	const { entries, failure } = reading.value;
	if (failure) {
		context.addExecutionHints({
			message: `${failure.message}. What had arrived by then was kept, and further records may be lost.`,
			type: 'warning',
			location: 'outputPane',
		});
	}
	return entries.map((entry) => ({ json: toJson(kind, entry), pairedItem: { item: 0 } }));
}

/** The gateway gives records no ID of their own, and a repeated execution must not store one twice. */
const toJson = (kind: OnceOnlyKind, entry: GatewayRecord | Leftover): IDataObject => ({
	recordId: randomUUID(),
	...(isLeftover(entry) ? { unparsed: true, raw: entry.raw } : FIELDS[kind](entry)),
});

const FIELDS: Record<OnceOnlyKind, (record: GatewayRecord) => IDataObject> = {
	reply: ({ from, receivedAt, text, sentMessageId }) => ({
		from,
		receivedAt,
		text,
		sentMessageId,
		optOut: isOptOut(text),
	}),
	shortCodeMessage: ({ shortCode, from, receivedAt, text }) => ({
		shortCode,
		from,
		receivedAt,
		text,
	}),
};
