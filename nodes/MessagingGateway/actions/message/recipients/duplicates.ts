import { asProblem, isProblem } from './problem';
import type { Recipient } from './readRecipients';

/**
 * Finds the recipients that would get the same text at the same time as one before them, however their
 * numbers are written.
 */
export function duplicatesIn(recipients: Recipient[]): Set<Recipient> {
	const textsOf = new Map<string, Set<string>>();
	const isDuplicate = ({ message }: Recipient): boolean => {
		if (isProblem(message)) return false;
		const target = `${message.number} ${message.schedule}`;
		const texts = textsOf.get(target) ?? new Set();
		if (texts.has(message.text)) return true;
		textsOf.set(target, texts.add(message.text));
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
