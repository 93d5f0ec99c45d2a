import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { fault, type Outcome } from '../../gateway/operations/outcome';
import { SEND_RESULTS } from '../../gateway/spec/codes';
import { readNumber, splitNumbers } from '../../gateway/spec/numbers';
import { operationError, unreadable } from '../../n8n/errors';
import { addHints } from '../../n8n/hints';
import { stopOnError, toItems } from '../../n8n/onError';
import { textOrNull } from '../../n8n/parameters';
import type { Operation } from '../operation';
import { defaultCountryOption, numbersField, showOnlyFor } from '../shared.fields';
import { finderIn, readOptOuts, sourceOf, type Finding } from './list';

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
	/** The reason why it cannot be checked. */
	fault?: Outcome;
}

/** Checks whether each number has opted out. The list is read once, whatever the number of items. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check numbers for opt outs',
		description: 'Find out whether numbers have opted out',
	},
	fields: fields,
	async execute(context: IExecuteFunctions) {
		const rows = context
			.getInputData()
			.flatMap((_, item) => readRows(context, item))
			.map((row) => ({ ...row, error: faultError(context, row) }));
		stopOnError(context, rows);
		const { optOuts, leftovers } = await readOptOuts(context);
		if (leftovers.length > 0) {
			addHints(context, () => [
				`Some of the list of opt-outs cannot be read (${leftovers.length} in all), and numbers that stand there count as opted out. See them with Opt-Out: Get Many.`,
			]);
		}
		const find = finderIn(optOuts, leftovers);
		return toItems(
			context,
			rows.map(({ item, number, error }) =>
				error ? { item, json: { number }, error } : { item, json: toRow(number, find(number)) },
			),
		);
	},
};

function readRows(context: IExecuteFunctions, item: number): Row[] {
	const wrong = (number: string, problem: string): Row => ({
		item,
		number,
		fault: fault(SEND_RESULTS, 'BAD_DESTINATION', problem),
	});
	try {
		const options = context.getNodeParameter('options', item, {}) as IDataObject;
		const typed = splitNumbers(context.getNodeParameter('numbers', item, ''));
		if (typed.length === 0) return [wrong('', "'Numbers' is empty")];
		return typed.map((text) => {
			const { number, problem } = readNumber(text, textOrNull(options.defaultCountry) ?? '');
			return problem === undefined ? { item, number } : wrong(text, `${problem}: ${text}`);
		});
	} catch (error) {
		return [wrong('', unreadable(error))];
	}
}

const faultError = (context: IExecuteFunctions, row: Row): Error | undefined =>
	row.fault &&
	operationError(context, {
		message: row.fault.description,
		description: "Give 'Numbers' in international format, or set 'Default Country'",
		itemIndex: row.item,
	});

const toRow = (number: string, { optedOut, optOut }: Finding): IDataObject => ({
	number,
	optedOut,
	receivedAt: optOut?.receivedAt ?? null,
	source: optOut ? sourceOf(optOut) : null,
});
