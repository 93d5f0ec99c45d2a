import { failureIn, reasonForSilence } from '../exchange/answers';
import type { Answer, Exchange } from '../exchange/exchange';
import type { Failure } from '../exchange/failures';
import type { GatewayInterface, OutgoingMessage, SendBatch } from '../interfaces/interface';
import { isAccepted, readSendValue, SEND_RESULTS, type SendResult } from '../specification/codes';
import { groupBy } from '../specification/lists';
import { nowIso } from '../specification/time';
import { shown } from '../exchange/excerpt';
import { inTurn } from './inTurn';
import { notBegun, undecided, type Outcome } from './outcome';
import { TIMEOUTS } from './timeouts';

/** The outcome of one message. */
export interface SendOutcome extends Outcome<SendResult> {
	messageId: string | null;
	/** The gateway's value for this number, unchanged; null if it gave none. */
	gatewayResult: string | null;
	/** ISO 8601; null if no request with this message was made. */
	submittedAt: string | null;
}

/** Makes the request for messages, and returns an outcome for each, in their order. */
export type RequestMessages = (messages: OutgoingMessage[]) => Promise<SendOutcome[]>;

/**
 * Decides right before a request which of its messages go out, and learns what became of them. Never
 * throws.
 *
 * @returns an outcome for each message, in their order
 */
export type Guard = (
	messages: OutgoingMessage[],
	request: RequestMessages,
) => Promise<SendOutcome[]>;

/** How messages are sent. */
export interface SendRun {
	/** Called before each request. */
	isCancelled?: (() => boolean) | undefined;
	/** How many requests may be under way together; the first is always alone. */
	requestsAtOnce?: number | undefined;
	/** By default every message goes out. */
	guard?: Guard;
}

/** Lets every message go out. */
export const letAllOut: Guard = async (messages, request) => await request(messages);

/**
 * Sends messages in as few requests as the interface allows, each exactly once and by default one after
 * the other (spec, "GET /batchmessage.asp", "POST /xmlsendsmsmulti.asp"). Messages to one number keep
 * their order.
 *
 * A failure that would also meet every further request, or that leaves the result of a message unknown,
 * ends the run: messages not requested by then are NOT_SENT.
 *
 * @returns the outcome of each message
 */
export async function send(
	exchange: Exchange,
	via: GatewayInterface,
	messages: OutgoingMessage[],
	{ isCancelled = () => false, requestsAtOnce = 1, guard = letAllOut }: SendRun = {},
): Promise<Map<OutgoingMessage, SendOutcome>> {
	const ofSchedules = groupBy(messages, ({ schedule }) => schedule).values();
	return await inTurn<SendBatch, OutgoingMessage, SendOutcome>(
		[...ofSchedules].flatMap(via.send),
		async (batch, ended) =>
			await guard(batch.rows, async (rows) => {
				const reason = ended();
				if (reason) return rows.map(() => withoutRequest(reason));
				return await sendRows(exchange, via, batch, rows);
			}),
		{ notBegun: withoutRequest, lost: (reason) => withoutValue(reason, nowIso()) },
		{ isCancelled, atOnce: requestsAtOnce, subjectOf: ({ number }) => number },
	);
}

/** The outcome of a message that is in no request. */
export const unrequested = (outcome: Outcome<SendResult>): SendOutcome => ({
	...outcome,
	messageId: null,
	gatewayResult: null,
	submittedAt: null,
});

const withoutRequest = (reason: Failure): SendOutcome => unrequested(notBegun(ENDED, reason));

/** The result of a row whose request was no longer made. */
const ENDED = {
	NOT_SENT: { ...SEND_RESULTS.NOT_SENT, description: 'Not sent, as the run had ended' },
};

/** Sends a batch, or some of its rows: fewer messages of one batch still fit into one request. */
async function sendRows(
	exchange: Exchange,
	via: GatewayInterface,
	batch: SendBatch,
	rows: OutgoingMessage[],
): Promise<SendOutcome[]> {
	if (rows.length === batch.rows.length) return await sendBatch(exchange, batch);
	const outcomes = new Map<OutgoingMessage, SendOutcome>();
	for (const part of via.send(rows)) {
		const results = await sendBatch(exchange, part);
		part.rows.forEach((message, index) => outcomes.set(message, results[index] as SendOutcome));
	}
	return rows.map((message) => outcomes.get(message) as SendOutcome);
}

async function sendBatch(exchange: Exchange, batch: SendBatch): Promise<SendOutcome[]> {
	const request = batch.request();
	if (!request.ok) return batch.rows.map(() => withoutValue(request.failure, null));
	const submittedAt = nowIso();
	const answered = await exchange(request.value, TIMEOUTS.change);
	if (!answered.ok) return batch.rows.map(() => withoutValue(answered.failure, submittedAt));
	const answer = answered.value;
	const { values, refusal } = batch.read(answer);
	const mentionsSome = values.some(({ length }) => length > 0);
	let silence: SendOutcome | undefined;
	return batch.rows.map((_, index) => {
		const [value, ...further] = values[index] ?? [];
		if (value !== undefined) return withValue(answer, value, further, submittedAt);
		silence ??= withoutValue(reasonForSilence(answer, refusal, mentionsSome), submittedAt);
		return silence;
	});
}

function withValue(
	answer: Answer,
	value: string,
	further: string[],
	submittedAt: string,
): SendOutcome {
	const { result, isKnown } = readSendValue(value);
	const isLocked = result === 'ACCOUNT_LOCKED';
	const { description, certainty } = SEND_RESULTS[result];
	const ids = further.filter(isAccepted);
	const more = ids.length > 0 ? `, and again with the ID ${ids.join(', ')}` : '';
	return {
		result,
		description: description + more,
		certainty,
		failure: isLocked ? failureIn(answer, 'accountLocked') : null,
		messageId: result === 'ACCEPTED' ? value.trim() : null,
		gatewayResult: isKnown ? value : shown(value, answer.gate),
		submittedAt,
	};
}

const withoutValue = (reason: Failure, submittedAt: string | null): SendOutcome => ({
	...unrequested(undecided(SEND_RESULTS, reason)),
	submittedAt,
});
