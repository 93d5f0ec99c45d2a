import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { IdQuestion } from '../../gateway/interfaces/interface';
import { groupBy } from '../../gateway/specification/lists';
import { fieldHint } from '../../host/olderVersions';
import { fieldOf } from '../../fields/evaluation';
import { interfaceOption, optionsField, referenceOption } from '../../fields/shared.fields';
import type { Options } from '../../fields/options';
import { textOrNull } from '../../fields/text';
import { readMessageIds } from '../../fields/messageIds';
import { readItems, readIfPossible } from '../../rows/readItems';

const messageIdsField: INodeProperties = {
	displayName: 'Message IDs',
	name: 'messageIds',
	type: 'string',
	default: '',
	required: true,
	placeholder: 'e.g. 4711, 4712',
	description:
		'One message ID or several, separated by commas, semicolons, spaces or new lines, as Send gave them',
	builderHint: fieldHint(
		'The field messageId of the items of Send, with expr(); not the number of a recipient. Items that were not accepted have none: filter by accepted first.',
	),
};

/** The fields of an operation on message IDs, with options of its own. */
export const messageIdFields = (...options: INodeProperties[]): INodeProperties[] => [
	messageIdsField,
	optionsField([interfaceOption, referenceOption, ...options]),
];

export interface IdRow {
	messageId: string;
	reference: string | null;
	item: number;
	problem?: string | undefined;
}

/** Reads the IDs of all input items. One that cannot be read becomes a row with a problem. */
export async function readIdRows(context: IExecuteFunctions, options: Options): Promise<IdRow[]> {
	const idsOf = fieldOf(context, 'messageIds', '');
	const referenceOf = (item: number) => textOrNull(options.at(item).reference);
	const rowsOf = (item: number): IdRow[] => {
		const reference = referenceOf(item);
		const readings = readMessageIds(idsOf(item));
		return (readings.length > 0 ? readings : [NO_ID]).map((one) => ({ item, reference, ...one }));
	};
	return await readItems(context, rowsOf, (item, problem) => {
		const reference = readIfPossible(() => referenceOf(item), null);
		return { item, messageId: '', reference, problem };
	});
}

const NO_ID = { messageId: '', problem: "'Message IDs' is empty" };

/** What the rows without a problem ask: each ID once, with its first reference. */
export function questionsOf(rows: IdRow[]): IdQuestion[] {
	const good = rows.filter(({ problem }) => problem === undefined);
	const byId = groupBy(good, ({ messageId }) => messageId);
	return [...byId].map(([id, [first]]) => ({ id, reference: first?.reference ?? null }));
}
