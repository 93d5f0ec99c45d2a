import type { IExecuteFunctions } from 'n8n-workflow';
import { failure } from '../../../gateway/exchange/failures';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { decided, undecided } from '../../../gateway/operations/outcome';
import { unrequested, type SendGuard, type SendOutcome } from '../../../gateway/operations/send';
import { SEND_RESULTS } from '../../../gateway/specification/codes';
import { Claims, SPARE_KEYS } from '../../../host/claims';
import { addHints } from '../../../host/hints';
import { asProblem, isProblem, notSent } from '../problem';
import type { Recipient } from '../outgoing/readRecipients';

/** Messages that n8n remembers for a node, unless 'History Size' says otherwise or a run has more. */
export const USUAL_HISTORY = 20_000;

/** Most recipients of a run, and most messages that n8n can be told to remember. */
export const MOST_KEPT_KEYS = 100_000;

/** What lets each message out only once. */
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
 * @param historySize number of messages that n8n remembers after the run
 * @param count number of messages of the run
 */
export function sendingOnce(context: IExecuteFunctions, historySize: number, count: number): Once {
	const claims = new Claims(context, {
		kept: Math.max(historySize, count + SPARE_KEYS),
		most: MOST_KEPT_KEYS + 2 * SPARE_KEYS,
	});
	return {
		async guard(messages, request) {
			const keys = messages.map(({ key = '' }) => key);
			const mark = keys.length > 1 ? [`open: ${keys.join()}`] : [];
			const taken = await claims.claim(keys, mark).catch(() => undefined);
			if (!taken) return messages.map(() => NOT_RECORDED);
			const isFree = keys.map((key) => !taken.has(key));
			const earlier = mark.some((key) => taken.has(key)) ? UNANSWERED : ALREADY_SENT;
			const outcomes = await requestSome(messages, isFree, earlier, request);
			const refused = keys.filter((_, index) => outcomes[index]?.certainty === 'notDone');
			// The mark last: without it another run takes the keys for those of messages that were sent.
			await claims.release([...refused, ...mark]);
			return outcomes;
		},
		async close() {
			if (!(await claims.close())) addHints(context, () => [NOT_RELEASED]);
		},
	};
}

/** Requests the free ones of some messages; the others have an outcome already. */
export async function requestSome(
	messages: OutgoingMessage[],
	isFree: boolean[],
	earlier: SendOutcome,
	request: (messages: OutgoingMessage[]) => Promise<SendOutcome[]>,
): Promise<SendOutcome[]> {
	const outcomes = (await request(messages.filter((_, index) => isFree[index]))).values();
	return isFree.map((free) => (free ? (outcomes.next().value as SendOutcome) : earlier));
}

const ALREADY_SENT = unrequested(decided(SEND_RESULTS, 'ALREADY_SENT'));
const UNANSWERED = unrequested({
	...decided(SEND_RESULTS, 'UNCONFIRMED'),
	description:
		'Another run was sending this message and has not recorded the answer: it was ended before, or is still sending. So it is not known whether the gateway accepted it',
});
const NOT_RECORDED = unrequested(undecided(SEND_RESULTS, failure('notRecorded')));
const NOT_RELEASED =
	'n8n could not take back that some messages were sent, which the gateway did not accept: another run will not send them.';

/** The recipients with those marked that have no reference, or share it and the number with another. */
export function withReferences(recipients: Recipient[]): Recipient[] {
	const met = new Set<string>();
	return recipients.map((recipient) => {
		if (isProblem(recipient.message)) return recipient;
		const { key } = recipient.message;
		if (key === undefined) return { ...recipient, message: NO_REFERENCE };
		if (met.has(key)) return { ...recipient, message: SAME_REFERENCE };
		met.add(key);
		return recipient;
	});
}

const NO_REFERENCE = notSent(
	"'Send Once per Reference' needs a 'Reference' for each message, a text or a number",
);
const SAME_REFERENCE = asProblem(
	'DUPLICATE',
	'Not sent, as another message of this run has the same reference and number',
);
