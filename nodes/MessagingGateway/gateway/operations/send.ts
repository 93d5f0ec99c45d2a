import { failureIn, failureOfAnswer } from '../exchange/answers';
import { shown } from '../exchange/excerpt';
import type { Answer, Connection } from '../exchange/exchange';
import type { Failure } from '../exchange/failures';
import type { Mask } from '../exchange/mask';
import type {
	GatewayInterface,
	OutgoingMessage,
	SendCall,
	SendValue,
} from '../interfaces/interface';
import { SEND_RESULTS, type SendResult } from '../specification/codes';
import { TIMEOUTS } from '../specification/limits';
import { groupBy } from '../specification/lists';
import { nowIso } from '../specification/time';
import { decided, undecided, type Outcome } from './outcome';
import { RequestLanes, type Guard, type Work } from './requestLanes';

export interface SendOutcome extends Outcome<SendResult> {
	messageId: string | null;
	/** The gateway's value for this number, unchanged; null if it gave none. */
	gatewayResult: string | null;
	/** ISO 8601; null if no request with this message was made. */
	submittedAt: string | null;
}

/** Decides which messages go out. Never throws. */
export type SendGuard = Guard<OutgoingMessage, SendOutcome>;

type SendWork = Work<OutgoingMessage, SendOutcome>;

/**
 * Sends messages in as few requests as the interface allows, each exactly once and by default one after
 * the other (protocol, "GET /batchmessage.asp", "POST /xmlsendsmsmulti.asp"). Messages to one number keep
 * their order.
 *
 * A failure that would also meet every further request, or that leaves the result of a message unknown,
 * ends the run: messages not requested by then are NOT_SENT.
 *
 * @returns the outcome of each message
 */
export async function send(
	connection: Connection,
	via: GatewayInterface,
	messages: OutgoingMessage[],
	run: Pick<SendWork, 'isCancelled' | 'requestsAtOnce' | 'guard'> = {},
): Promise<Map<OutgoingMessage, SendOutcome>> {
	const bySchedule = groupBy(messages, ({ schedule }) => schedule);
	const lanes = new RequestLanes<OutgoingMessage, SendOutcome>({
		request: async (some) => await request(connection, via.send, some),
		undecided: (reason) =>
			reason.mayHaveTakenEffect
				? withoutValue(reason, nowIso())
				: unrequested(undecided(ENDED, reason)),
		subjectOf: ({ number }) => number,
		...run,
	});
	return await lanes.run([...bySchedule.values()].flatMap(via.send.split));
}

/** The outcome of a message that is in no request. */
export const unrequested = (outcome: Outcome<SendResult>): SendOutcome => ({
	...outcome,
	messageId: null,
	gatewayResult: null,
	submittedAt: null,
});

const ENDED = {
	...SEND_RESULTS,
	NOT_SENT: { ...SEND_RESULTS.NOT_SENT, description: 'Not sent: the run had ended' },
};

async function request(
	{ exchange, clock, mask }: Connection,
	call: SendCall,
	messages: OutgoingMessage[],
): Promise<SendOutcome[]> {
	const schedule = messages[0]?.schedule ?? null;
	const made = call.request(messages, schedule === null ? undefined : clock.write(schedule));
	if (!made.ok) return messages.map(() => withoutValue(made.failure, null));
	const submittedAt = nowIso();
	const answered = await exchange(made.value, TIMEOUTS.change);
	if (!answered.ok) return messages.map(() => withoutValue(answered.failure, submittedAt));
	const answer = answered.value;
	const { values, reason } = call.read(answer, messages);
	const outcomes = messages.map((_, index) => {
		const value = values[index];
		return value && withValue(answer, mask, value, submittedAt);
	});
	if (outcomes.every((outcome) => outcome !== undefined)) return outcomes;
	const hasOthers = outcomes.some((outcome) => outcome !== undefined);
	const missing = withoutValue(failureOfAnswer(answer, mask, reason, hasOthers), submittedAt);
	return outcomes.map((outcome) => outcome ?? missing);
}

function withValue(
	answer: Answer,
	mask: Mask,
	{ result, messageId, written }: SendValue,
	submittedAt: string,
): SendOutcome {
	const locked = result === 'ACCOUNT_LOCKED' ? failureIn(answer, 'accountLocked') : null;
	// One by one: a spread takes ten times as long, for each message.
	const { description, certainty, failure } = decided(SEND_RESULTS, result, locked);
	return {
		result,
		description,
		certainty,
		failure,
		messageId,
		gatewayResult: result === 'REJECTED' ? shown(written, mask) : written,
		submittedAt,
	};
}

const withoutValue = (reason: Failure, submittedAt: string | null): SendOutcome => ({
	...unrequested(undecided(SEND_RESULTS, reason)),
	submittedAt,
});
