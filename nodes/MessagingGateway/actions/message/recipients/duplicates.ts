import { fault } from '../../../gateway/operations/outcome';
import { SEND_RESULTS } from '../../../gateway/specification/codes';
import { isFault, type Recipient } from './readRecipients';

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
