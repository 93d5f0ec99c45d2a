import type { IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../fields/sentences';
import type { Options } from '../../fields/options';
import { addHints, type Hint } from '../../host/hints';
import { success } from '../../gateway/exchange/exchange';
import type { Failure } from '../../gateway/exchange/failures';
import { connect } from '../../host/transport';
import { itemsOfRead } from '../../rows/output';
import { readItems, mapYielding } from '../../rows/readItems';
import type { Row } from '../../rows/row';
import type { Operation } from '../operation';
import {
	AMONG_NATIONAL,
	areNational,
	briefly,
	defaultCountryField,
	NO_NUMBER,
	numbersField,
	numbersReader,
	otherReadingHint,
	type ReadNumber,
} from '../../fields/numbers';
import { finderIn, readOptOuts, sourceOf, type Find, type OptOuts } from './list';

interface ItemNumber extends ReadNumber {
	item: number;
}

/** Checks whether each number has opted out. The list is read once, whatever the number of items. */
export const check: Operation = {
	option: {
		name: 'Check',
		value: 'check',
		action: 'Check numbers for opt outs',
		description: 'Find out whether numbers have opted out of SMS',
	},
	toolDescription:
		'Says whether people have opted out of SMS from this account and may not be written to. Numbers: in international form with + and country code, several separated by commas. Reads only and costs nothing.',
	fields: [numbersField, defaultCountryField],
	async execute(context, options) {
		const connection = await connect(context);
		const rows = await readRows(context, options, connection.country);
		const isAsked = rows.some(({ problem }) => problem === undefined);
		const reading = isAsked ? await readOptOuts(connection) : success(NO_LIST);
		const { optOuts, leftovers } = reading.ok ? reading.value : NO_LIST;
		const failure = reading.ok ? null : reading.failure;
		const find = finderIn(optOuts, leftovers);
		const hints = () => [unreadHint(leftovers.length), problemHint(rows), otherReadingHint(rows)];
		addHints(context, hints);
		const found = await mapYielding(rows, (row) => toRow(row, find, failure));
		return itemsOfRead(context, found);
	},
};

const NO_LIST: OptOuts = { optOuts: [], leftovers: [] };

const unreadHint = (leftovers: number): Hint =>
	leftovers > 0
		? `${counted(leftovers, 'part')} of the list of opt-outs cannot be read. Numbers in it count as opted out. See them with Opt-Out: Get Many.`
		: undefined;

function problemHint(rows: ItemNumber[]): Hint {
	const unknown = rows.filter(({ problem }) => problem !== undefined);
	if (unknown.length === 0) return undefined;
	const named = briefly(unknown.map(({ recipient, problem }) => recipient || `${problem}`));
	return `${unknown.length} of ${rows.length} numbers could not be checked, for the reason in their description: ${named}.`;
}

async function readRows(
	context: IExecuteFunctions,
	options: Options,
	country?: string,
): Promise<ItemNumber[]> {
	const numbersOf = numbersReader(context, country);
	const rowsOf = (item: number): ItemNumber[] => {
		const numbers = numbersOf(item, options.at(item));
		if (numbers.length === 0) return [noNumber(item, "'Numbers' is empty")];
		return numbers.map((number) => ({ item, ...number }));
	};
	const rows = await readItems(context, rowsOf, noNumber);
	const refuse = (row: ItemNumber): ItemNumber =>
		row.isUnmarked && row.number !== null ? { ...row, number: null, problem: AMONG_NATIONAL } : row;
	return areNational(rows) ? rows.map(refuse) : rows;
}

const noNumber = (item: number, problem: string): ItemNumber => ({ item, ...NO_NUMBER, problem });

function toRow(
	{ item, recipient, number, problem }: ItemNumber,
	find: Find,
	failure: Failure | null,
): Row {
	const found = number === null || failure ? undefined : find(number);
	const optOut = found?.optOut;
	const answer = found?.optedOut ? 'The number has opted out' : 'The number has not opted out';
	const json = {
		recipient,
		number,
		optedOut: found?.optedOut ?? null,
		receivedAt: optOut?.receivedAt ?? null,
		source: optOut ? sourceOf(optOut) : null,
		description: found ? answer : (problem ?? null),
	};
	return {
		item,
		name: recipient,
		json,
		certainty: found ? 'done' : 'notDone',
		failure: problem ? null : failure,
	};
}
