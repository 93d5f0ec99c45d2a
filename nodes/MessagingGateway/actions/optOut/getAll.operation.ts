import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import type { GatewayRecord } from '../../gateway/operations/readRecords';
import { readMoment } from '../../gateway/specification/time';
import { operationError } from '../../n8n/errors';
import { addHints, type Hint } from '../../n8n/hints';
import { notAChoice } from '../../n8n/parameters';
import type { Operation } from '../operation';
import { readOptOuts, sourceOf } from './list';

const fields: INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{
		displayName: 'Limit',
		name: 'limit',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 50,
		description: 'Max number of results to return',
		displayOptions: { show: { returnAll: [false] } },
	},
	{
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add filter',
		default: {},
		options: [
			{
				displayName: 'Received After',
				name: 'receivedAfter',
				type: 'dateTime',
				default: '',
				description:
					"Only opt-outs received after this time, in the workflow's time zone unless it names another",
			},
			{
				displayName: 'Source',
				name: 'source',
				type: 'options',
				default: 'recipient',
				description: 'Who made the opt-out',
				options: [
					{
						name: 'Manual',
						value: 'manual',
						description: 'Added by hand in the client web zone',
					},
					{ name: 'Recipient', value: 'recipient', description: 'Sent by the recipient' },
				],
			},
		],
	},
];

/** Lists the opt-outs of the account. They are read once, whatever the number of input items. */
export const getAll: Operation = {
	option: {
		name: 'Get Many',
		value: 'getAll',
		action: 'Get many opt outs',
		description: 'List the opt-outs: numbers that this account may not write to',
	},
	fields,
	async execute(context) {
		const passes = readFilters(context);
		const limit = readLimit(context);
		const { optOuts, leftovers } = await readOptOuts(context);
		const found = optOuts.filter(passes);
		addHints(context, () => [limitHint(found.length, limit)]);
		const rows = [
			...found.slice(0, limit).map(toJson),
			// Unread text may be an opt-out too, so no filter or limit hides it.
			...leftovers.map(({ raw }) => ({ unparsed: true, raw })),
		];
		return rows.map((json): INodeExecutionData => ({ json, pairedItem: { item: 0 } }));
	},
};

const toJson = (optOut: GatewayRecord): IDataObject => ({
	number: optOut.from,
	receivedAt: optOut.receivedAt,
	text: optOut.text,
	sentMessageId: optOut.sentMessageId,
	source: sourceOf(optOut),
});

/** Numbers that are left out would look like numbers that may get messages. */
const limitHint = (found: number, limit: number): Hint =>
	found > limit
		? `${limit} of ${found} opt-outs ${limit === 1 ? 'is' : 'are'} returned, because of 'Limit'. Turn on 'Return All' for the rest.`
		: undefined;

const notReadable = (context: IExecuteFunctions, label: string, value: unknown): Error =>
	operationError(context, notAChoice(label, value), 'Choose one of its values');

function readLimit(context: IExecuteFunctions): number {
	const returnAll = context.getNodeParameter('returnAll', 0, false);
	if (String(returnAll) === 'true') return Infinity;
	if (String(returnAll) !== 'false') throw notReadable(context, 'Return All', returnAll);
	const limit = Number(context.getNodeParameter('limit', 0, 50));
	if (limit >= 1) return limit;
	const advice = "Give 1 or more, or turn on 'Return All'";
	throw operationError(context, "'Limit' is not a number of results", advice);
}

function readFilters(context: IExecuteFunctions): (optOut: GatewayRecord) => boolean {
	const { source, receivedAfter } = context.getNodeParameter('filters', 0, {}) as IDataObject;
	const after = receivedAfter ? readMoment(receivedAfter, context.getTimezone()) : null;
	if (receivedAfter && !after) {
		const advice = 'Give a date and a time, as in 2026-12-24 10:00';
		throw operationError(context, "'Received After' cannot be read", advice);
	}
	if (source && source !== 'recipient' && source !== 'manual') {
		throw notReadable(context, 'Source', source);
	}
	return (optOut) =>
		(!source || source === sourceOf(optOut)) &&
		// An entry whose time cannot be read is kept.
		(!after || !(Date.parse(optOut.receivedAt) <= after.toMillis()));
}
