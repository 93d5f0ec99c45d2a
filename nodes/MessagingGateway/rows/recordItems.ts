import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import type { Failure } from '../gateway/exchange/failures';
import { interfaceWith } from '../gateway/interfaces/choice';
import type { Leftover, RecordCall } from '../gateway/interfaces/interface';
import { isLeftover } from '../gateway/interfaces/readRecords';
import type { GatewayRecord } from '../gateway/operations/readRecords';
import { isOptOut } from '../gateway/specification/text';

export type OnceOnlyKind = 'reply' | 'shortCodeMessage';

/**
 * Makes the output item of a record for both nodes. The gateway gives records no ID, but a repeated
 * execution must not store one twice, so each gets one here.
 */
export const toRecordItem = (kind: OnceOnlyKind, entry: GatewayRecord | Leftover): IDataObject => ({
	recordId: randomUUID(),
	...(isLeftover(entry)
		? { unparsed: true, raw: entry.raw }
		: { ...FIELDS[kind](entry), ...(entry.other && { other: entry.other }) }),
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
 * The call for records of a kind. Messages to short codes can be left out of the replies over some
 * interfaces only: then one of those is used, whatever was chosen.
 */
export const callFor = (
	kind: OnceOnlyKind,
	{ interface: chosen, excludeShortCode }: IDataObject,
): RecordCall => {
	const excludes = kind === 'reply' && excludeShortCode === true;
	const operation = excludes ? 'replyWithoutShortCode' : kind;
	return interfaceWith(operation, chosen)[operation];
};

/** The loss that a failed read may have caused; undefined if the gateway certainly returned nothing. */
export const lossOf = ({ mayHaveTakenEffect }: Failure): string | undefined =>
	mayHaveTakenEffect
		? 'The gateway returns each record once, so records of this answer may be lost'
		: undefined;
