import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { asProblem, isProblem, notSent } from '../problem';
import { Plan } from '../schedule/plan';
import type { Recipient } from './readRecipients';

interface Scheduling {
	skipDuplicates?: boolean;
	sendOnce?: boolean;
	messagesPerMinute?: number;
}

/**
 * Gives each message its time, in their order. One that the run has already, as far as the options ask for
 * it, becomes a problem, and takes no other's time. Only what goes out counts as had.
 *
 * @param now gives the present, in milliseconds since 1970
 */
export function scheduleRecipients(
	recipients: Recipient[],
	{ skipDuplicates = false, sendOnce = false, messagesPerMinute }: Scheduling,
	now: () => number = Date.now,
): Recipient[] {
	const hasHours = recipients.some(({ hours }) => hours !== undefined);
	if (!skipDuplicates && !sendOnce && !hasHours && messagesPerMinute === undefined) {
		return recipients;
	}
	const byHours = new Plan(Infinity, now);
	const byPace = messagesPerMinute === undefined ? undefined : new Plan(messagesPerMinute, now);
	const had = new Set<string | undefined>();
	return recipients.map((recipient): Recipient => {
		if (isProblem(recipient.message)) return recipient;
		const { key } = recipient.message;
		if (sendOnce && key === undefined) return { ...recipient, message: NO_REFERENCE };
		if (sendOnce && had.has(key)) return { ...recipient, message: SAME_REFERENCE };
		// Hours may bring two times together. The pace takes them apart.
		const opened = schedule(recipient, byHours);
		if (isProblem(opened.message)) return opened;
		const content = skipDuplicates ? contentOf(opened.message) : undefined;
		if (skipDuplicates && had.has(content)) return { ...recipient, message: DUPLICATE };
		const paced = byPace ? schedule(opened, byPace) : opened;
		if (!isProblem(paced.message)) had.add(key).add(content);
		return paced;
	});
}

function schedule(recipient: Recipient, plan: Plan): Recipient {
	const timing = plan.schedule(recipient);
	if (timing === recipient) return recipient;
	return isProblem(timing)
		? { ...recipient, message: timing }
		: {
				...recipient,
				...timing,
				message: { ...(recipient.message as OutgoingMessage), schedule: timing.scheduledAt },
			};
}

/** A text with its number and time, by which copies are found. */
export const contentOf = ({ number, schedule: time, text }: OutgoingMessage): string =>
	`${number} ${time} ${text}`;

const DUPLICATE = asProblem('DUPLICATE');
const NO_REFERENCE = notSent(
	"'Send Once per Reference' needs a 'Reference' for each message, a text or a number",
);
const SAME_REFERENCE = asProblem(
	'DUPLICATE',
	'Another message of this run has the same reference and number',
);
