import type { INodeExecutionData } from 'n8n-workflow';
import { isFailed, isUnknown, type Row, type Wording } from './row';

// A language model sees the items alone: no error, no hint, no error branch and no settings.

/** What a model can do about what only a person can correct. */
export const TELL_THE_USER = 'Stop and tell the user';

/** The row of a change, with what a language model must do about its result. */
export function rowForModel(row: Row, { danger }: Wording): Row {
	const advice = isUnknown(row)
		? `Do not repeat it, in other words either: ${danger}`
		: isFailed(row) && row.failure && TELL_THE_USER;
	if (!advice) return row;
	const description = `${String(row.json.description)}. ${advice}`;
	return { ...row, json: { ...row.json, description } };
}

/** Fields that say again what `result` says, or say less. */
const LEFT_OUT = ['accepted', 'gatewayResult', 'submittedAt'];

/** The items of a run for a language model, without empty fields, and with the hints as a last one. */
export function itemsForModel(items: INodeExecutionData[], hints: string[]): INodeExecutionData[] {
	const notes = items.length > 0 ? hints : ['There are none.', ...hints];
	return [
		...items.map((item) => ({
			...item,
			json: Object.fromEntries(
				Object.entries(item.json).filter(
					([key, value]) => value !== null && !LEFT_OUT.includes(key),
				),
			),
		})),
		...(notes.length > 0 ? [noteForModel(notes.join(' '))] : []),
	];
}

export const noteForModel = (note: string): INodeExecutionData => ({
	json: { note },
	pairedItem: { item: 0 },
});
