import type { RawRecord, RecordKind } from './interface';

export type NamedValue = [name: string, value: string];

type Fields = Pick<RawRecord, 'from' | 'receivedAt' | 'sentMessageId' | 'shortCode'>;

/** The fields other than the text, by their names in lower case (protocol, "Resources and their fields"). */
const FIELDS = new Map<string, keyof Fields>([
	['cli', 'from'],
	['datereceived', 'receivedAt'],
	['sc', 'shortCode'],
	['sentmessageid', 'sentMessageId'],
]);

/** The fields of a record: those that the protocol names for its kind, each once, and all others. */
export interface SortedFields {
	known: Partial<Fields>;
	other: NamedValue[];
}

/** Sorts the fields of a record, so that nothing of it gets lost. */
export function sortFields(kind: RecordKind, fields: NamedValue[]): SortedFields {
	const foreign = kind === 'shortCodeMessage' ? 'sentMessageId' : 'shortCode';
	const known: Partial<Fields> = {};
	const other: NamedValue[] = [];
	for (const [name, value] of fields) {
		const field = FIELDS.get(name.toLowerCase()) ?? foreign;
		if (field !== foreign && known[field] === undefined) known[field] = value;
		else other.push([name, value]);
	}
	return { known, other };
}

/** Makes a record of its fields and its text. */
export const toRecord = ({ known, other }: SortedFields, text: string): RawRecord => ({
	...NOTHING,
	...known,
	text,
	...(other.length > 0 && { other }),
});

const NOTHING: Fields = { from: '', receivedAt: '', sentMessageId: '', shortCode: '' };
