import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { fault, type Outcome } from '../../gateway/operations/outcome';
import { SEND_RESULTS } from '../../gateway/spec/codes';
import { readNumber, splitNumbers } from '../../gateway/spec/numbers';
import { operationError, unreadable } from '../../n8n/errors';
import { collectionOf, fieldOf } from '../../n8n/fields';
import { addHints } from '../../n8n/hints';
import { stopOnError, toItems } from '../../n8n/onError';
import { textOrNull } from '../../n8n/parameters';
import { mapYielding } from '../../n8n/yielding';
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
		const typed = await readRows(context);
		const rows = typed.map((row) => ({ ...row, error: faultError(context, row) }));
		stopOnError(context, rows);
		const { optOuts, leftovers } = await readOptOuts(context);
		if (leftovers.length > 0) {
			addHints(context, () => [
				`Some of the list of opt-outs cannot be read (${leftovers.length} in all), and numbers that stand there count as opted out. See them with Opt-Out: Get Many.`,
			]);
		}
		const find = finderIn(optOuts, leftovers);
		const found = await mapYielding(rows, ({ item, number, error }) =>
			error ? { item, json: { number }, error } : { item, json: toRow(number, find(number)) },
		);
		return toItems(context, found);
	},
};

async function readRows(context: IExecuteFunctions): Promise<Row[]> {
	const numbersOf = fieldOf(context, 'numbers', '');
	const optionsOf = collectionOf(context, 'options');
	const rowsOf = (item: number): Row[] => {
		try {
			const { defaultCountry } = optionsOf(item);
			return toRows(item, splitNumbers(numbersOf(item)), textOrNull(defaultCountry) ?? '');
		} catch (error) {
			return [wrong(item, '', unreadable(error))];
		}
	};
	const rows = await mapYielding(context.getInputData(), (_, item) => rowsOf(item));
	return rows.flat();
}

function toRows(item: number, typed: string[], defaultCountry: string): Row[] {
	if (typed.length === 0) return [wrong(item, '', "'Numbers' is empty")];
	return typed.map((text) => {
		const { number, problem } = readNumber(text, defaultCountry);
		return problem === undefined ? { item, number } : wrong(item, text, `${problem}: ${text}`);
	});
}

const wrong = (item: number, number: string, problem: string): Row => ({
	item,
	number,
	fault: fault(SEND_RESULTS, 'BAD_DESTINATION', problem),
});

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
