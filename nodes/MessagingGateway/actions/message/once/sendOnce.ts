import type { IExecuteFunctions } from 'n8n-workflow';
import { failure } from '../../../gateway/exchange/failures';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { undecided } from '../../../gateway/operations/outcome';
import { unrequested, type SendGuard, type SendOutcome } from '../../../gateway/operations/send';
import { SEND_RESULTS } from '../../../gateway/specification/codes';
import { Claims } from '../../../host/claims';
import { addHints } from '../../../host/hints';
import { asProblem } from '../problem';

export interface Once {
	guard: SendGuard;
	/** Called after the last request. Never throws. */
	close: () => Promise<void>;
}

/**
 * Lets a message out once with its key, over all runs of the node.
 *
 * Before a request its keys are claimed, and released afterwards if they were certainly not accepted. So a
 * known key is that of a message that was sent, or that may have been. A request of several messages has
 * a mark as well, from the claim to the answer: where it is found, the run that made the request was
 * killed, and all of its messages are in doubt. The same list of messages makes the same requests, and so
 * the same marks, in another run. A single message does without: n8n writes all keys for each change.
 *
 * @param count number of messages of the run
 */
export function sendingOnce(context: IExecuteFunctions, count: number): Once {
	const claims = new Claims(context, count);
	return {
		async guard(messages, request) {
			const keys = messages.map(({ key = '' }) => key);
			const mark = keys.length > 1 ? [`open: ${keys.join()}`] : [];
			return await claims.alone(keys, async () => {
				const taken = await claims.claim(keys, mark).catch(() => undefined);
				if (!taken) return messages.map(() => NOT_RECORDED);
				const earlier = mark.some((key) => taken.has(key)) ? UNANSWERED : ALREADY_SENT;
				const known = keys.map((key) => (taken.has(key) ? earlier : undefined));
				const outcomes = await requestOthers(messages, known, request);
				const refused = keys.filter((_, index) => outcomes[index]?.certainty === 'notDone');
				// The mark last: without it another run takes refused messages for sent.
				await claims.release([...refused, ...mark]);
				return outcomes;
			});
		},
		async close() {
			if (!(await claims.close())) addHints(context, () => [NOT_RELEASED]);
		},
	};
}

/**
 * Requests the messages that must go out, and returns an outcome for each message.
 *
 * @param known the outcome of each message that must not go out; undefined for the others
 */
export async function requestOthers(
	messages: OutgoingMessage[],
	known: Array<SendOutcome | undefined>,
	request: (messages: OutgoingMessage[]) => Promise<SendOutcome[]>,
): Promise<SendOutcome[]> {
	const outcomes = (await request(messages.filter((_, index) => !known[index]))).values();
	return known.map((outcome) => outcome ?? (outcomes.next().value as SendOutcome));
}

const ALREADY_SENT = unrequested(asProblem('ALREADY_SENT'));
const UNANSWERED = unrequested(
	asProblem(
		'UNCONFIRMED',
		'Another run began to send this message and has not recorded the answer: it was killed, or is still sending. The gateway may have accepted the message',
	),
);
const NOT_RECORDED = unrequested(undecided(SEND_RESULTS, failure('notRecorded')));
const NOT_RELEASED =
	'n8n could not record the results of some messages: another run will not send those that were not accepted, and may call others UNCONFIRMED.';
