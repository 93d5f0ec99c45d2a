import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { unreadable } from '../fields/options';

/**
 * Reads the rows of all input items. An item whose expressions fail becomes one row, and does not stop
 * the others.
 *
 * @param read reads the rows of an item, given by its index; may throw an error of n8n
 * @param toProblem makes the row of an item that cannot be read, from the sentence that says why; must not throw
 */
export async function readItems<Row>(
	context: IExecuteFunctions,
	read: (item: number) => Row[],
	toProblem: (item: number, problem: string) => Row,
): Promise<Row[]> {
	const rows = await mapYielding(context.getInputData(), (_, item) => {
		try {
			return read(item);
		} catch (error) {
			return [toProblem(item, unreadable(error))];
		}
	});
	return rows.flat();
}

/** Reads one value of a row that cannot be read as a whole. Never throws. */
export function readIfPossible<Value>(read: () => Value, otherwise: Value): Value {
	try {
		return read();
	} catch {
		return otherwise;
	}
}

/** The longest time, in milliseconds, that a long list keeps all other work of n8n waiting. */
const LONGEST_TURN = 50;

/** Maps a list, and lets other work of n8n's process run in between. */
export async function mapYielding<Entry, Result>(
	list: Entry[],
	map: (entry: Entry, index: number) => Result,
): Promise<Result[]> {
	const results: Result[] = [];
	let begun = performance.now();
	for (const [index, entry] of list.entries()) {
		if (performance.now() - begun > LONGEST_TURN) {
			await sleep(0);
			begun = performance.now();
		}
		results.push(map(entry, index));
	}
	return results;
}
