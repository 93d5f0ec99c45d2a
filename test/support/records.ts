import { maskOf } from '../../nodes/MessagingGateway/gateway/exchange/mask';
import { interfaceWith } from '../../nodes/MessagingGateway/gateway/interfaces/choice';
import type {
	Leftover,
	RecordKind,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import {
	readRecords as readAll,
	type GatewayRecord,
} from '../../nodes/MessagingGateway/gateway/operations/readRecords';
import { answer, scripted } from './answers';

export type Entries = Array<GatewayRecord | Leftover>;

/** Asks for records over the interface of that name, or over the one that can. */
export function readRecords(
	exchange: ReturnType<typeof scripted>,
	kind: RecordKind,
	via: 'query' | 'xml',
	excludeShortCode = false,
) {
	const operation = excludeShortCode ? 'replyWithoutShortCode' : kind;
	return readAll(exchange, kind, interfaceWith(operation, via)[operation]);
}

export async function entriesOf(
	kind: RecordKind,
	via: 'query' | 'xml',
	body: string | ReturnType<typeof answer>,
	password = '',
): Promise<Entries> {
	const connection = { ...scripted(body), mask: maskOf(password) };
	const reading = await readRecords(connection, kind, via);
	if (!reading.ok) throw new Error(reading.failure.kind);
	return reading.value.entries;
}

export const failureOf = async (
	kind: RecordKind,
	via: 'query' | 'xml',
	body: Parameters<typeof answer>,
) => {
	const reading = await readRecords(scripted(answer(...body)), kind, via);
	return reading.ok ? reading.value.failure?.kind : reading.failure.kind;
};

export const reply = (
	from: string,
	text: string,
	sentMessageId: string | null = '77',
): GatewayRecord => ({
	from,
	receivedAt: '2026-11-20T08:15:00Z',
	text,
	sentMessageId,
	shortCode: null,
});

/** A list of opt-outs: by the recipient, by hand, and by the recipient again. */
export const OPT_OUT_LIST = [
	'CLI=27821111111;DateReceived=202611200815;Message=Stop;SentMessageID=77',
	'CLI=27822222222;DateReceived=202611210815;Message=* MANUALLY ADDED BY USER *;SentMessageID=',
	'CLI=27823333333;DateReceived=202611220815;Message=opt out;SentMessageID=79',
].join('&');

export const shortCodeMessage = (from: string, text: string): GatewayRecord => ({
	...reply(from, text, null),
	shortCode: '31234',
});

export const xmlReply = (from: string, message: string, id = '77'): string =>
	`<Reply><CLI>${from}</CLI><DateReceived>202611200815</DateReceived><Message>${message}</Message><SentMessageID>${id}</SentMessageID></Reply>`;
export const xmlReplies = (content: string): string =>
	`<?xml version="1.0" encoding="utf-8"?>\r\n<XMLGateway_Replies>${content}</XMLGateway_Replies>`;
