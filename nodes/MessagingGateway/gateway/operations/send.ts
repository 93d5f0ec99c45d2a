import { failureIn, reasonForSilence } from '../exchange/answers';
import type { Answer, Exchange } from '../exchange/exchange';
import type { Failure } from '../exchange/failures';
import type { GatewayInterface, OutgoingMessage, SendBatch } from '../interfaces/interface';
import { isAccepted, readSendValue, SEND_RESULTS, type SendResult } from '../specification/codes';
import { groupBy } from '../specification/lists';
import { nowIso } from '../specification/time';
import { shown } from '../exchange/excerpt';
import { inTurn } from './inTurn';
import { NO_LEDGER, type Ledger } from './ledger';
import { decided, notBegun, undecided, type Outcome } from './outcome';
import { TIMEOUTS } from './timeouts';

/** The outcome of one message. */
export interface SendOutcome extends Outcome<SendResult> {
	messageId: string | null;
	/** The gateway's value for this number, unchanged; null if it gave none. */
	gatewayResult: string | null;
	/** ISO 8601; null if no request with this message was made. */
	submittedAt: string | null;
}

/** How messages are sent. */
export interface SendRun {
	/** Called before each request. */
	isCancelled?: (() => boolean) | undefined;
	/** How many requests may be under way together; the first is always alone. */
	requestsAtOnce?: number | undefined;
	ledger?: Ledger;
}

/**
 * Sends messages in as few requests as the interfaces allow, each exactly once and by default one after
 * the other (spec, "GET /batchmessage.asp", "POST /xmlsendsmsmulti.asp").
 *
 * A failure that would also meet every further request, or that leaves the result of a message unknown,
 * ends the run: messages not requested by then are NOT_SENT.
 *
 * @returns the outcome of each message
 */
export async function send(
	exchange: Exchange,
	messages: OutgoingMessage[],
	{ isCancelled = () => false, requestsAtOnce = 1, ledger = NO_LEDGER }: SendRun = {},
): Promise<Map<OutgoingMessage, SendOutcome>> {
	const outcomes = await inTurn<SendBatch, OutgoingMessage, SendOutcome>(
		planBatches(messages),
		async (batch) => await sendUnrecorded(exchange, batch, ledger),
		{
			notBegun: (reason) => ({ ...notBegun(ENDED, reason), ...NOTHING }),
			lost: (reason) => withoutValue(reason, nowIso()),
		},
		isCancelled,
		requestsAtOnce,
	);
	await ledger.close();
	return outcomes;
}

/** The result of a row whose request was no longer made. */
const ENDED = {
	NOT_SENT: { ...SEND_RESULTS.NOT_SENT, description: 'Not sent, as the run had ended' },
};

const NOTHING = { messageId: null, gatewayResult: null, submittedAt: null };

/**
 * Puts messages of one interface and schedule together. Messages to one number keep their order: one
 * that changes the interface waits for those before it.
 */
function planBatches(messages: OutgoingMessage[]): SendBatch[] {
	const latest = new Map<string, { stage: number; via: GatewayInterface }>();
	const stages = groupBy(messages, ({ number, via }) => {
		const before = latest.get(number);
		const stage = before ? before.stage + (before.via === via ? 0 : 1) : 0;
		if (before?.stage !== stage || !before) latest.set(number, { stage, via });
		return stage;
	});
	return [...stages]
		.sort(([one], [other]) => one - other)
		.flatMap(([, ofStage]) => [...groupBy(ofStage, ({ via }) => via)])
		.flatMap(([via, ofInterface]) =>
			[...groupBy(ofInterface, ({ schedule }) => schedule).values()].flatMap(via.send),
		);
}

/** Sends those messages of a batch that the ledger lets through. */
async function sendUnrecorded(
	exchange: Exchange,
	batch: SendBatch,
	ledger: Ledger,
): Promise<SendOutcome[]> {
	const outcomes = new Map<OutgoingMessage, SendOutcome>();
	for (const [message, outcome] of await ledger.claim(batch.rows)) {
		outcomes.set(message, { ...outcome, ...NOTHING });
	}
	for (const part of withoutRows(batch, outcomes)) {
		const results = await sendBatch(exchange, part);
		part.rows.forEach((message, index) => outcomes.set(message, results[index] as SendOutcome));
		await ledger.settle(part.rows, results);
	}
	return batch.rows.map((message) => outcomes.get(message) as SendOutcome);
}

/** Fewer messages of one batch still fit into one request. */
function withoutRows(batch: SendBatch, excluded: Map<OutgoingMessage, unknown>): SendBatch[] {
	if (excluded.size === 0) return [batch];
	const rest = batch.rows.filter((message) => !excluded.has(message));
	return rest[0]?.via.send(rest) ?? [];
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
	const outcome = decided(
		SEND_RESULTS,
		result,
		isLocked ? failureIn(answer, 'accountLocked') : null,
	);
	const ids = further.filter(isAccepted);
	const more = ids.length > 0 ? `, and again with the ID ${ids.join(', ')}` : '';
	return {
		...outcome,
		description: outcome.description + more,
		messageId: result === 'ACCEPTED' ? value.trim() : null,
		gatewayResult: isKnown ? value : shown(value, answer.gate),
		submittedAt,
	};
}

const withoutValue = (reason: Failure, submittedAt: string | null): SendOutcome => ({
	...undecided(SEND_RESULTS, reason),
	...NOTHING,
	submittedAt,
});
