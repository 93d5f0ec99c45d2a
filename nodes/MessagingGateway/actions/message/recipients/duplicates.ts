import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { asProblem } from '../../../gateway/operations/outcome';
import { SEND_RESULTS } from '../../../gateway/specification/codes';
import { isProblem, type Recipient } from './readRecipients';

/**
 * Finds the recipients that would get the same text at the same time as one before them, however their
 * numbers are written.
 */
export function duplicatesIn(recipients: Recipient[]): Set<Recipient> {
	const ready = recipients.filter(({ message }) => !isProblem(message));
	const numbers = new Set<string | null>();
	const repeated = new Set<string | null>();
	for (const { number } of ready) (numbers.has(number) ? repeated : numbers).add(number);
	const met = new Set<string>();
	return new Set(
		ready.filter(({ number, message }) => {
			if (!repeated.has(number)) return false;
			const { schedule, text } = message as OutgoingMessage;
			const { size } = met;
			return met.add(`${number} ${schedule} ${text}`).size === size;
		}),
	);
}

/** The recipients with each duplicate marked as not to be sent. */
export function skippingDuplicates(recipients: Recipient[]): Recipient[] {
	const duplicates = duplicatesIn(recipients);
	return recipients.map((recipient) =>
		duplicates.has(recipient)
			? { ...recipient, message: asProblem(SEND_RESULTS, 'DUPLICATE') }
			: recipient,
	);
}
