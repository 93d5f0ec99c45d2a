import { reasonForSilence } from '../exchange/answers';
import type { Answer, Exchange } from '../exchange/exchange';
import { failure, type Failure } from '../exchange/failures';
import type { OutgoingMessage, SendBatch } from '../interfaces/interface';
import { readSendValue, SEND_RESULTS, type SendResult } from '../spec/codes';
import { groupBy } from '../spec/lists';
import { nowIso } from '../spec/time';
import { inTurn } from './inTurn';
import { decided, notBegun, undecided, type Outcome } from './outcome';
import { TIMEOUTS } from './timeouts';

/** What became of one message. */
export interface SendOutcome extends Outcome<SendResult> {
	messageId: string | null;
	/** The gateway's value for this number as it came; null when it gave none. */
	gatewayResult: string | null;
	/** ISO 8601; null when no request with this message was begun. */
	submittedAt: string | null;
}

/**
 * Sends messages in as few requests as the interfaces allow, each exactly once and one after the other
 * unless told otherwise (spec, "GET /batchmessage.asp", "POST /xmlsendsmsmulti.asp").
 *
 * A failure that would meet every further request, or one that leaves open what became of a message,
 * ends the run: what had not been requested by then is NOT_SENT.
 *
 * @param isCancelled asked before each request
 * @param requestsAtOnce how many requests may be under way together; the first is always alone
 * @returns the outcome of each message
 */
export const send = async (
	exchange: Exchange,
	messages: OutgoingMessage[],
	isCancelled: () => boolean = () => false,
	requestsAtOnce = 1,
): Promise<Map<OutgoingMessage, SendOutcome>> =>
	await inTurn(
		planBatches(messages),
		async (batch) => await sendBatch(exchange, batch),
		(reason): SendOutcome => ({ ...notBegun(ENDED, reason), ...NOTHING }),
		isCancelled,
		requestsAtOnce,
	);

/** What a row is told whose request was not begun any more. */
const ENDED = {
	NOT_SENT: { ...SEND_RESULTS.NOT_SENT, description: 'Not sent, as the run had ended' },
};

const NOTHING = { messageId: null, gatewayResult: null, submittedAt: null };

/** Messages of one interface and schedule go out together, in the order of their first. */
const planBatches = (messages: OutgoingMessage[]): SendBatch[] =>
	[...groupBy(messages, ({ via }) => via)].flatMap(([via, ofInterface]) =>
		[...groupBy(ofInterface, ({ schedule }) => schedule).values()].flatMap(via.send),
	);

async function sendBatch(exchange: Exchange, batch: SendBatch): Promise<SendOutcome[]> {
	const request = batch.request();
	if (!request.ok) return batch.rows.map(() => withoutValue(request.failure, null));
	const submittedAt = nowIso();
	const answered = await exchange(request.value, TIMEOUTS.change);
	if (!answered.ok) return batch.rows.map(() => withoutValue(answered.failure, submittedAt));
	const answer = answered.value;
	const { values, refusal } = batch.read(answer);
	const mentionsSome = values.some((value) => value !== undefined);
	const reason = reasonForSilence(answer, refusal, mentionsSome);
	return batch.rows.map((_, index) => {
		const value = values[index];
		return value === undefined
			? withoutValue(reason, submittedAt)
			: withValue(answer, value, submittedAt);
	});
}

function withValue(answer: Answer, value: string, submittedAt: string): SendOutcome {
	const { result, messageId } = readSendValue(value);
	return {
		...decided(SEND_RESULTS, result, result === 'ACCOUNT_LOCKED' ? failure('accountLocked') : null),
		messageId,
		gatewayResult: result === 'REJECTED' ? answer.conceal(value) : value,
		submittedAt,
	};
}

const withoutValue = (reason: Failure, submittedAt: string | null): SendOutcome => ({
	...undecided(SEND_RESULTS, reason),
	...NOTHING,
	submittedAt,
});
