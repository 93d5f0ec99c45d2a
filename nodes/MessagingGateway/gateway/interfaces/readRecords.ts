import type { Leftover, NamedValue, RawRecord, RecordKind } from './interface';

export const isLeftover = (entry: object): entry is Leftover => 'raw' in entry;

/** The fields other than the text, by their names in lower case (protocol, "Resources and their fields"). */
const FIELDS = new Map<string, keyof RawRecord['known']>([
	['cli', 'from'],
	['datereceived', 'receivedAt'],
	['sc', 'shortCode'],
	['sentmessageid', 'sentMessageId'],
]);

/** Sorts the fields of a record, so that nothing of it gets lost. */
export function sortFields(kind: RecordKind, fields: NamedValue[]): Omit<RawRecord, 'text'> {
	const foreign = kind === 'shortCodeMessage' ? 'sentMessageId' : 'shortCode';
	const known: RawRecord['known'] = {};
	const other: NamedValue[] = [];
	for (const [name, value] of fields) {
		const field = FIELDS.get(name.toLowerCase()) ?? foreign;
		if (field !== foreign && known[field] === undefined) known[field] = value;
		else other.push([name, value]);
	}
	return { known, other };
}
