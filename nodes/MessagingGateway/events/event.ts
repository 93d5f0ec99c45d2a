import type { IDataObject } from 'n8n-workflow';
import type { GatewayRecord, Leftover } from '../gateway/records';
import { toRecordItem, type OnceOnlyKind } from '../recordItems';

/** What the trigger can watch for. */
export type EventName = OnceOnlyKind | 'statusChange';

/** An event whose records the gateway hands out once only. */
export interface RecordEvent {
	name: OnceOnlyKind;
	/** What it reads, as the beginning of a sentence. */
	subject: string;
	/** What a test shows in place of real records. */
	samples: GatewayRecord[];
}

/** A number for samples. No country has the code 999: a workflow that answers it reaches nobody. */
export const SAMPLE_NUMBER = '999000000001';

/** Records as items of their event, in their order. */
export const toItems = (
	{ name }: RecordEvent,
	entries: Array<GatewayRecord | Leftover>,
): IDataObject[] => entries.map((entry) => ({ event: name, ...toRecordItem(name, entry) }));

/** The samples of an event as items, marked as such. */
export const sampleItems = (event: RecordEvent): IDataObject[] =>
	toItems(event, event.samples).map((item) => ({ ...item, sample: true }));
