import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import type { SendOutcome } from '../../../gateway/operations/send';

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
