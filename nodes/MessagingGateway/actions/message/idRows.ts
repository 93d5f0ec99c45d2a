import type { IExecuteFunctions } from 'n8n-workflow';
import type { IdQuestion } from '../../gateway/interfaces/interface';
import { unreadable } from '../../n8n/errors';
import { collectionOf, fieldOf } from '../../n8n/fields';
import { readMessageIds } from '../../n8n/messageIdField';
import { textOrNull } from '../../n8n/parameters';
import { mapYielding } from '../../n8n/yielding';

/** One ID of one input item. */
export interface IdRow extends IdQuestion {
	/** Index of the input item. */
	item: number;
	/** The reason why no request can be made for it. */
	problem?: string | undefined;
}

/** Reads the IDs of all input items. One that cannot be read becomes a row with a problem. */
export async function readIdRows(context: IExecuteFunctions): Promise<IdRow[]> {
	const idsOf = fieldOf(context, 'messageIds', '');
	const optionsOf = collectionOf(context, 'options');
	const rowsOf = (item: number): IdRow[] => {
		const row: IdRow = { item, messageId: '', reference: null };
		try {
			row.reference = textOrNull(optionsOf(item).reference);
			return toRows(row, idsOf(item));
		} catch (error) {
			return [{ ...row, problem: unreadable(error) }];
		}
	};
	const rows = await mapYielding(context.getInputData(), (_, item) => rowsOf(item));
	return rows.flat();
}

function toRows(row: IdRow, typed: unknown): IdRow[] {
	const readings = readMessageIds(typed);
	if (readings.length === 0) return [{ ...row, problem: "'Message IDs' is empty" }];
	return readings.map((reading) => ({ ...row, ...reading }));
}

/** The rows without a problem, each ID once. */
export function questionsOf(rows: IdRow[]): IdRow[] {
	const questions = new Map<string, IdRow>();
	for (const row of rows) {
		if (row.problem === undefined && !questions.has(row.messageId))
			questions.set(row.messageId, row);
	}
	return [...questions.values()];
}
