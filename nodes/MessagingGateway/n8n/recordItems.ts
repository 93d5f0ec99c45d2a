import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { interfaceWith } from '../gateway/interfaces/choice';
import { isLeftover, type Leftover, type RecordCall } from '../gateway/interfaces/interface';
import type { GatewayRecord } from '../gateway/operations/readRecords';
import { isOptOut } from '../gateway/spec/optOutWords';

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

/**
 * How records of a kind are asked for. Only some interfaces can leave the messages to short codes out of
 * the replies, so then one of those is used whatever was chosen.
 */
export const callFor = (
	kind: OnceOnlyKind,
	chosenInterface: unknown,
	excludeShortCode: boolean,
): RecordCall => {
	const operation = kind === 'reply' && excludeShortCode ? 'replyWithoutShortCode' : kind;
	return interfaceWith(operation, chosenInterface)[operation];
};
