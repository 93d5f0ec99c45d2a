import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
} from 'n8n-workflow';
import { readNumber, splitNumbers } from '../../gateway/numbers';
import type { GatewayRecord } from '../../gateway/records';
import { errorHandling, errorItem } from '../errorHandling';
import { operationError, unreadable } from '../../errors';
import type { Operation } from '../operation';
import { defaultCountryOption, numbersField, showOnlyFor, textOrNull } from '../options';
import { readOptOuts, sourceOf } from './list';

const displayOptions = showOnlyFor('optOut', 'check');

const fields: INodeProperties[] = [
	numbersField('optOut', 'check', 'Who to look for'),
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions,
		options: [defaultCountryOption],
	},
];

/** One number of one input item. */
interface Row {
	item: number;
	number: string;
	problem?: string;
}

/** Says of each number whether it has opted out. The list is read once, however many items come in. */
export const check: Operation = {
	description: fields,
	async execute(context: IExecuteFunctions) {
		const rows = context.getInputData().flatMap((_, item) => readRows(context, item));
		const refused = rows.find(({ problem }) => problem);
		if (refused && errorHandling(context) === 'stop') throw numberError(context, refused);
		const { optOuts, leftovers } = await readOptOuts(context);
		if (leftovers.length > 0) {
			context.addExecutionHints({
				message: `Some of the list of opt-outs cannot be read (${leftovers.length} in all), and numbers that stand there count as opted out. See them with Opt-Out: Get Many.`,
				type: 'warning',
				location: 'outputPane',
			});
		}
		const latest = new Map(optOuts.sort(byTime).map((optOut) => [plain(optOut.from), optOut]));
		const unread = leftovers.map(({ raw }) => raw.replace(/[^\d;&=]/g, ''));
		return rows.map((row): INodeExecutionData => {
			const { item, number, problem } = row;
			if (problem) return errorItem(context, numberError(context, row), item, { number });
			const mentioned = unread.some((digits) => digits.includes(number));
			return { json: toRow(number, latest.get(number), mentioned), pairedItem: { item } };
		});
	},
};

function readRows(context: IExecuteFunctions, item: number): Row[] {
	try {
		const options = context.getNodeParameter('options', item, {}) as IDataObject;
		const typed = splitNumbers(context.getNodeParameter('numbers', item, ''));
		if (typed.length === 0) return [{ item, number: '', problem: "'Numbers' is empty" }];
		return typed.map((text) => {
			const { number, problem } = readNumber(text, textOrNull(options.defaultCountry) ?? '');
			return { item, number, ...(problem && { number: text, problem: `${problem}: ${text}` }) };
		});
	} catch (error) {
		return [{ item, number: '', problem: unreadable(error) }];
	}
}

const numberError = (context: IExecuteFunctions, { problem = '', item }: Row): Error =>
	operationError(context, {
		message: problem,
		description: "Give 'Numbers' in international format, or set 'Default Country'",
		itemIndex: item,
	});

/** ISO times in UTC sort as texts. */
const byTime = (one: GatewayRecord, other: GatewayRecord): number =>
	one.receivedAt < other.receivedAt ? -1 : 1;

/** A number as it stands in the list, whichever way the gateway wrote its start. */
const plain = (number: string): string => number.replace(/^0+/, '');

const toRow = (
	number: string,
	optOut: GatewayRecord | undefined,
	mentioned: boolean,
): IDataObject => ({
	number,
	optedOut: optOut !== undefined || mentioned,
	receivedAt: optOut?.receivedAt ?? null,
	source: optOut ? sourceOf(optOut) : null,
});
