import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { readNumber, splitNumbers } from '../../gateway/specification/numbers';
import { collectionOf, fieldOf } from '../../n8n/fields';
import { addHints, type Hint } from '../../n8n/hints';
import { toItems, type ReadRow } from '../../n8n/onError';
import { readItems } from '../../n8n/readItems';
import { hiddenField, optionsField } from '../../n8n/usualFields';
import { mapYielding } from '../../n8n/yielding';
import type { Operation } from '../operation';
import { countryHint, defaultCountryField, readDefaultCountry } from '../defaultCountry';
import { numbersField } from '../shared.fields';
import { finderIn, readOptOuts, sourceOf, type Find } from './list';

const fields: INodeProperties[] = [
	numbersField,
	defaultCountryField,
	// Saved workflows have the default country in it.
	hiddenField(optionsField([])),
];

/** One number of one input item. */
interface Row {
	item: number;
	/** The number as typed. */
	recipient: string;
	defaultCountry: string;
	/** The number in international digits; null if it cannot be checked. */
	number: string | null;
	/** The reason why it cannot be checked. */
	problem?: string;
}

/** Checks whether each number has opted out. The list is read once, whatever the number of items. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check numbers for opt outs',
		description: 'Find out whether numbers have opted out of SMS',
	},
	fields,
	async execute(context) {
		const rows = await readRows(context);
		const { optOuts, leftovers } = await readOptOuts(context);
		const find = finderIn(optOuts, leftovers);
		addHints(context, () => [unreadHint(leftovers.length), problemHint(rows), countryHint(rows)]);
		const found = await mapYielding(rows, (row) => toReadRow(row, find));
		return toItems(context, found);
	},
};

const unreadHint = (leftovers: number): Hint =>
	leftovers > 0
		? `Some of the list of opt-outs cannot be read (${leftovers} in all), and numbers that stand there count as opted out. See them with Opt-Out: Get Many.`
		: undefined;

function problemHint(rows: Row[]): Hint {
	const problems = rows.flatMap(({ problem }) => problem ?? []);
	return problems.length > 0
		? `${problems.length} of ${rows.length} numbers could not be checked: ${problems[0]}.`
		: undefined;
}

async function readRows(context: IExecuteFunctions): Promise<Row[]> {
	const numbersOf = fieldOf(context, 'numbers', '');
	const countryOf = fieldOf(context, 'defaultCountry', '');
	const optionsOf = collectionOf(context, 'options');
	const rowsOf = (item: number): Row[] => {
		const country = readDefaultCountry(countryOf(item), optionsOf(item).defaultCountry);
		return toRows(item, splitNumbers(numbersOf(item)), country);
	};
	return await readItems(context, rowsOf, noNumber);
}

function toRows(item: number, typed: string[], defaultCountry: string): Row[] {
	if (typed.length === 0) return [noNumber(item, "'Numbers' is empty")];
	return typed.map((recipient) => {
		const { number, problem } = readNumber(recipient, defaultCountry);
		const row = { item, recipient, defaultCountry };
		return problem === undefined
			? { ...row, number }
			: { ...row, number: null, problem: `${problem}: ${recipient}` };
	});
}

const noNumber = (item: number, problem: string): Row => ({
	item,
	recipient: '',
	defaultCountry: '',
	number: null,
	problem,
});

function toReadRow({ item, recipient, number, problem }: Row, find: Find): ReadRow {
	if (number === null) {
		const unknown = { optedOut: null, receivedAt: null, source: null };
		const description = problem ?? null;
		return { item, json: { recipient, number, ...unknown, description }, problem };
	}
	const { optedOut, optOut } = find(number);
	const json = {
		recipient,
		number,
		optedOut,
		receivedAt: optOut?.receivedAt ?? null,
		source: optOut ? sourceOf(optOut) : null,
		description: optedOut ? 'The number has opted out' : 'The number has not opted out',
	};
	return { item, json };
}
