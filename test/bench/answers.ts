import type { RecordKind } from './results';

/** The first message ID of an answer; the others count up from it. */
export const FIRST_ID = 1_000_001;

/** The nth of different numbers. */
export const numberOf = (index: number): string => `4479${String(index).padStart(8, '0')}`;

/** Message IDs that one status request may ask for (protocol, "Limits"). */
const IDS_PER_REQUEST = { xml: 1000, query: 100 };

type Writer = (count: number) => string[];

/**
 * What the gateway answers, written by the specification: statuses a request at a time, replies and
 * opt-outs all in one.
 */
export const ANSWERS: Record<RecordKind, { xml?: Writer; query: Writer }> = {
	status: {
		xml: (count) =>
			inRequests(count, IDS_PER_REQUEST.xml).map((ids) =>
				document('XMLGatewayStatus_Response', ids.map(statusElement)),
			),
		query: (count) =>
			inRequests(count, IDS_PER_REQUEST.query).map((ids) =>
				pairs(ids.map((id) => `${id}=DELIVERED;2026/11/20;08:15:42;0`)),
			),
	},
	reply: {
		xml: (count) => [document('XMLGateway_Replies', indexes(count).map(replyElement))],
		query: (count) => [pairs(indexes(count).map((index) => record(index, textOf(index))))],
	},
	optOut: {
		query: (count) => [pairs(indexes(count).map(optOutRecord))],
	},
};

const indexes = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

function inRequests(count: number, size: number): number[][] {
	return indexes(Math.ceil(count / size)).map((request) =>
		indexes(Math.min(size, count - request * size)).map(
			(index) => FIRST_ID + request * size + index,
		),
	);
}

const document = (root: string, elements: string[]): string =>
	`<?xml version="1.0" encoding="utf-8"?><${root}>${elements.join('')}</${root}>`;

const pairs = (all: string[]): string => `${all.join('&')}&`;

const statusElement = (id: number): string =>
	`<StatusID><MessageID>${id}</MessageID><CLI>order-${id}</CLI><Status>DELIVERED</Status>` +
	'<StatusDateTime>2026/11/20 08:15:42</StatusDateTime><StatusCode>0</StatusCode></StatusID>';

const replyElement = (index: number): string =>
	`<Reply><CLI>${numberOf(index)}</CLI><DateReceived>202611200815</DateReceived>` +
	`<Message>${escape(textOf(index))}</Message><SentMessageID>${FIRST_ID + index}</SentMessageID></Reply>`;

const record = (index: number, text: string, id = String(FIRST_ID + index)): string =>
	`CLI=${numberOf(index)};DateReceived=202611200815;Message=${text};SentMessageID=${id}`;

/** One opt-out in ten was added by hand. */
const optOutRecord = (index: number): string =>
	index % 10 === 9 ? record(index, '* MANUALLY ADDED BY USER *', '') : record(index, 'STOP');

/** One text in ten has to be written with entities in XML. */
const textOf = (index: number): string =>
	index % 10 === 9
		? `Tom & Anna's order ${index}: <3`
		: `Yes please, keep order ${index} until tomorrow evening`;

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
