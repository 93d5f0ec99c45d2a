import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { asProblem, isProblem, notSent } from '../problem';
import type { RunOptions } from '../runOptions';
import { Plan } from '../schedule/plan';
import type { Recipient } from './readRecipients';

type Scheduling = Pick<RunOptions, 'skipDuplicates' | 'sendOnce'>;

/**
 * Gives each message its time, in their order. One that the run has already, as far as the options ask for
 * it, becomes a problem, and takes no other's time. Only what goes out counts as had.
 */
export function scheduleRecipients(
	recipients: Recipient[],
	{ skipDuplicates, sendOnce }: Scheduling,
	plan = new Plan(),
): Recipient[] {
	const repeated = repeatedNumbers(recipients);
	const contents = new Set<string | undefined>();
	const references = new Set<string | undefined>();
	return recipients.map((recipient): Recipient => {
		const { message } = recipient;
		if (isProblem(message)) return recipient;
		const { key } = message;
		if (sendOnce && key === undefined) return { ...recipient, message: NO_REFERENCE };
		if (sendOnce && references.has(key)) return { ...recipient, message: SAME_REFERENCE };
		// Hours may bring two times together. The pace takes them apart.
		const opened = schedule(recipient, message, plan.unpaced);
		if (isProblem(opened.message)) return opened;
		// Most numbers stand once. Looking at their texts too would take long.
		const content = repeated.has(message.number) ? contentOf(opened.message) : undefined;
		const isDuplicate = contents.has(content);
		if (skipDuplicates && isDuplicate) return { ...recipient, message: DUPLICATE };
		const paced = plan.unpaced === plan ? opened : schedule(opened, opened.message, plan);
		if (isProblem(paced.message)) return paced;
		references.add(key);
		if (content !== undefined) contents.add(content);
		return isDuplicate ? { ...paced, isDuplicate } : paced;
	});
}

function schedule(recipient: Recipient, message: OutgoingMessage, plan: Plan): Recipient {
	const timing = plan.schedule(recipient);
	if (timing === recipient) return recipient;
	return isProblem(timing)
		? { ...recipient, message: timing }
		: { ...recipient, ...timing, message: { ...message, schedule: timing.scheduledAt } };
}

function repeatedNumbers(recipients: Recipient[]): Set<string> {
	const numbers = new Set<string>();
	const repeated = new Set<string>();
	for (const { number } of recipients) {
		if (number !== null) (numbers.has(number) ? repeated : numbers).add(number);
	}
	return repeated;
}

const contentOf = ({ number, schedule, text }: OutgoingMessage): string =>
	`${number} ${schedule} ${text}`;

const DUPLICATE = asProblem('DUPLICATE');
const NO_REFERENCE = notSent(
	"'Send Once per Reference' needs a 'Reference' for each message, a text or a number",
);
const SAME_REFERENCE = asProblem(
	'DUPLICATE',
	'Another message of this run has the same reference and number',
);
