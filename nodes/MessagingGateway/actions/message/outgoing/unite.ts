import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { asProblem, isProblem, notSent, type Problem } from '../problem';
import type { Recipient } from './readRecipients';

/** Finds the reason why a message of the run does not go out. */
type Objection = (message: OutgoingMessage, recipient: Recipient) => Problem | undefined;

/** Gives each recipient without a problem the objection to it, if there is one. */
export const withObjections = (recipients: Recipient[], objection: Objection): Recipient[] =>
	recipients.map((recipient) => {
		const { message } = recipient;
		const problem = isProblem(message) ? undefined : objection(message, recipient);
		return problem ? { ...recipient, message: problem } : recipient;
	});

/** Marks each duplicate as not to be sent. */
export function skippingDuplicates(recipients: Recipient[]): Recipient[] {
	const duplicates = duplicatesIn(recipients);
	return withObjections(recipients, (_, recipient) =>
		duplicates.has(recipient) ? DUPLICATE : undefined,
	);
}

const DUPLICATE = asProblem('DUPLICATE');

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

/** Marks each recipient without a reference, and each that shares reference and number with one before it. */
export function sendingOncePerReference(recipients: Recipient[]): Recipient[] {
	const met = new Set<string>();
	return withObjections(recipients, ({ key }) => {
		if (key === undefined) return NO_REFERENCE;
		if (met.has(key)) return SAME_REFERENCE;
		met.add(key);
		return undefined;
	});
}

const NO_REFERENCE = notSent(
	"'Send Once per Reference' needs a 'Reference' for each message, a text or a number",
);
const SAME_REFERENCE = asProblem(
	'DUPLICATE',
	'Another message of this run has the same reference and number',
);
