import { reasonForSilence } from './answers';
import { readSendValue, SEND_RESULTS, type SendResult } from './codes';
import type { Answer, Exchange, GatewayInterface, GatewayRequest } from './exchange';
import { failure, type Failure } from './failures';
import { inTurn } from './inTurn';
import { queryBatches } from './query/send';
import { nowIso } from './time';
import { documentBatches } from './xml/send';

/** One message to one number, ready for the wire. */
export interface OutgoingMessage {
	number: string;
	text: string;
	/** CCYYMMDDHHmm in GMT, or null to send at once. */
	schedule: string | null;
	interface: GatewayInterface;
}

/** What became of one message. */
export interface SendOutcome {
	result: SendResult;
	description: string;
	messageId: string | null;
	/** The gateway's value for this number as it came; null when it gave none. */
	gatewayResult: string | null;
	/** ISO 8601; null when no request with this message was begun. */
	submittedAt: string | null;
	/** What went wrong with the request as a whole. */
	failure: Failure | null;
}

/** Messages that go out in one request, and how to read what is answered to it. */
export interface SendBatch {
	rows: OutgoingMessage[];
	/** Made when its turn comes. A failure where the messages do not fit into any request. */
	request: () => GatewayRequest | Failure;
	read: (answer: Answer) => SendReading;
}

/** The value for each message of a batch, in its order, or why the gateway refused all of them. */
export interface SendReading {
	values: Array<string | undefined>;
	refusal?: Failure | undefined;
}

const PLANNERS: Record<GatewayInterface, (messages: OutgoingMessage[]) => SendBatch[]> = {
	query: queryBatches,
	xml: documentBatches,
};

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
export const sendMessages = async (
	exchange: Exchange,
	messages: OutgoingMessage[],
	isCancelled: () => boolean = () => false,
	requestsAtOnce = 1,
): Promise<Map<OutgoingMessage, SendOutcome>> =>
	await inTurn(
		planBatches(messages),
		async (batch) => await sendBatch(exchange, batch),
		(reason) => notSent(reason, 'Not sent, as the run had ended'),
		isCancelled,
		requestsAtOnce,
	);

/** Messages of one interface and schedule go out together, in the order of their first. */
function planBatches(messages: OutgoingMessage[]): SendBatch[] {
	const groups = new Map<string, OutgoingMessage[]>();
	for (const message of messages) {
		const key = `${message.interface} ${message.schedule}`;
		const group = groups.get(key);
		if (group) group.push(message);
		else groups.set(key, [message]);
	}
	return [...groups.values()].flatMap((group) =>
		PLANNERS[(group[0] as OutgoingMessage).interface](group),
	);
}

async function sendBatch(exchange: Exchange, batch: SendBatch): Promise<SendOutcome[]> {
	const request = batch.request();
	if ('kind' in request) return batch.rows.map(() => notSent(request));
	const submittedAt = nowIso();
	const answered = await exchange(request);
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
		result,
		description: SEND_RESULTS[result],
		messageId,
		gatewayResult: result === 'REJECTED' ? answer.conceal(value) : value,
		submittedAt,
		failure: result === 'ACCOUNT_LOCKED' ? failure('accountLocked') : null,
	};
}

const withoutValue = (reason: Failure, submittedAt: string): SendOutcome => ({
	...notSent(reason),
	...(reason.mayHaveTakenEffect && {
		result: 'UNCONFIRMED',
		description: `${SEND_RESULTS.UNCONFIRMED}. ${reason.message}`,
	}),
	submittedAt,
});

const notSent = (reason: Failure, what = SEND_RESULTS.NOT_SENT): SendOutcome => ({
	result: 'NOT_SENT',
	description: `${what}. ${reason.message}`,
	messageId: null,
	gatewayResult: null,
	submittedAt: null,
	failure: reason,
});
