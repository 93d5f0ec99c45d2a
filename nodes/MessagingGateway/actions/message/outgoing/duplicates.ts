import { asProblem, isProblem } from '../problem';
import type { Recipient } from './readRecipients';

/**
 * Finds the recipients that would get the same text at the same time as one before them, however their
 * numbers are written.
 */
export function duplicatesIn(recipients: Recipient[]): Set<Recipient> {
	const numbers = new Set<string>();
	const repeated = new Set<string>();
	for (const { number } of recipients) {
		if (number !== null) (numbers.has(number) ? repeated : numbers).add(number);
	}
	const met = new Set<string>();
	const isDuplicate = ({ message }: Recipient): boolean => {
		// Most numbers stand once. Looking at their texts too would take five times as long.
		if (isProblem(message) || !repeated.has(message.number)) return false;
		const key = `${message.number} ${message.schedule} ${message.text}`;
		if (met.has(key)) return true;
		met.add(key);
		return false;
	};
	return new Set(recipients.filter(isDuplicate));
}

/** The recipients with each duplicate marked as not to be sent. */
export function skippingDuplicates(recipients: Recipient[]): Recipient[] {
	const duplicates = duplicatesIn(recipients);
	return recipients.map((recipient) =>
		duplicates.has(recipient) ? { ...recipient, message: asProblem('DUPLICATE') } : recipient,
	);
}
