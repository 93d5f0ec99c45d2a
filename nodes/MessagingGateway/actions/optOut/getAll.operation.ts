import type { IDataObject, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import type { GatewayRecord } from '../../gateway/operations/readRecords';
import { readMoment } from '../../fields/moment';
import { gatewayError } from '../../host/errors';
import { addHints, type Hint } from '../../host/hints';
import { connect } from '../../host/transport';
import { NOT_FOR_A_TOOL, type Operation } from '../operation';
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
		typeOptions: { minValue: 1, numberPrecision: 0 },
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
						description: "Added by hand on the provider's website",
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
		displayOptions: NOT_FOR_A_TOOL,
	},
	toolDescription:
		'Lists people who have opted out of SMS from this account. To find out about certain numbers, use the check of opt-outs instead. Reads only and costs nothing.',
	fields,
	async execute(context, options) {
		const { returnAll, limit: asked, ...filters } = options.at(0);
		const passes = filterOf(filters, context.getTimezone());
		const limit = returnAll === true ? Infinity : Number(asked);
		const reading = await readOptOuts(await connect(context));
		if (!reading.ok) throw gatewayError(context, reading.failure);
		const { optOuts, leftovers } = reading.value;
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
		? `${limit} of ${found} opt-outs ${limit === 1 ? 'is' : 'are'} returned. 'Limit' leaves out the rest. Turn on 'Return All' for all of them.`
		: undefined;

/** Makes the filter. An entry whose time cannot be read passes. */
function filterOf(
	{ source, receivedAfter }: IDataObject,
	zone: string,
): (optOut: GatewayRecord) => boolean {
	const after = readMoment(receivedAfter, zone);
	return (optOut) =>
		(!source || source === sourceOf(optOut)) &&
		(!after || !(Date.parse(optOut.receivedAt) <= after.toMillis()));
}
