import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { isOptOut } from './gateway/optOutWords';
import { isLeftover, type GatewayRecord, type Leftover } from './gateway/records';

/** Kinds of records that are handed out once only. */
export type OnceOnlyKind = 'reply' | 'shortCodeMessage';

/**
 * A record as both nodes give it. The gateway gives records no ID of their own, and an execution that
 * is repeated must not store one twice.
 */
export const toRecordItem = (kind: OnceOnlyKind, entry: GatewayRecord | Leftover): IDataObject => ({
	recordId: randomUUID(),
	...(isLeftover(entry) ? { unparsed: true, raw: entry.raw } : FIELDS[kind](entry)),
});

const FIELDS: Record<OnceOnlyKind, (record: GatewayRecord) => IDataObject> = {
	reply: ({ from, receivedAt, text, sentMessageId }) => ({
		from,
		receivedAt,
		text,
		sentMessageId,
		optOut: isOptOut(text),
	}),
	shortCodeMessage: ({ shortCode, from, receivedAt, text }) => ({
		shortCode,
		from,
		receivedAt,
		text,
	}),
};
