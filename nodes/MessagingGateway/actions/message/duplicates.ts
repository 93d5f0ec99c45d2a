import { fault } from '../../gateway/operations/outcome';
import { SEND_RESULTS } from '../../gateway/spec/codes';
import { isFault, type Recipient } from './recipients';

/**
 * Finds the recipients that would get the same text at the same time as one before them, however their
 * numbers are written.
 */
export function duplicatesIn(recipients: Recipient[]): Set<Recipient> {
	const receivers = new Map<string, Set<string>>();
	return new Set(
		recipients.filter(({ message }) => {
			if (isFault(message)) return false;
			const { number, schedule, text } = message;
			const ofText = receivers.get(text) ?? new Set();
			receivers.set(text, ofText);
			const { size } = ofText;
			return ofText.add(`${number} ${schedule ?? ''}`).size === size;
		}),
	);
}

/** The recipients with each duplicate marked as not to be sent. */
export function skippingDuplicates(recipients: Recipient[]): Recipient[] {
	const duplicates = duplicatesIn(recipients);
	return recipients.map((recipient) =>
		duplicates.has(recipient)
			? { ...recipient, message: fault(SEND_RESULTS, 'DUPLICATE') }
			: recipient,
	);
}

/** The recipients for Send Once per Reference: each needs a reference, and is sent to once in the run. */
export function withReferences(recipients: Recipient[]): Recipient[] {
	const met = new Set<string>();
	return recipients.map((recipient) => {
		const { reference, number, message } = recipient;
		if (isFault(message)) return recipient;
		if (reference === null) return { ...recipient, message: NO_REFERENCE };
		const key = JSON.stringify([reference, number]);
		if (met.has(key)) return { ...recipient, message: SAME_REFERENCE };
		met.add(key);
		return recipient;
	});
}

const NO_REFERENCE = fault(
	SEND_RESULTS,
	'NOT_SENT',
	"Not sent. 'Send Once per Reference' needs a 'Reference' for each message",
);
const SAME_REFERENCE = fault(
	SEND_RESULTS,
	'ALREADY_SENT',
	'Not sent, as another message of this run has the same reference and number',
);
