import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { unrequested, type SendGuard, type SendOutcome } from '../../../gateway/operations/send';
import { isProblem } from '../problem';
import type { Plan } from '../schedule/plan';
import type { Timing } from '../schedule/readTiming';
import type { Recipient } from './readRecipients';

type Planned = Timing & Pick<Recipient, 'message'>;

/**
 * Looks at the hours again right before each request: a long run may last until they have closed. A
 * message that would now go out outside them is scheduled anew, or not sent.
 *
 * @param recipients all recipients of the run; one that is scheduled anew gets its new time in place
 */
export function lookingAgain(plan: Plan, recipients: Planned[]): SendGuard {
	const recipientOf = new Map(recipients.map((recipient) => [recipient.message, recipient]));

	/** The outcome of a message that must not go out any more. */
	const lookAgain = (message: OutgoingMessage): SendOutcome | undefined => {
		const recipient = recipientOf.get(message);
		if (!recipient || !plan.isOutside(recipient)) return undefined;
		const timing = plan.schedule(recipient);
		if (isProblem(timing)) return unrequested(timing);
		Object.assign(recipient, timing);
		message.schedule = timing.scheduledAt;
		return undefined;
	};

	return async (messages, request) => {
		const outcomes = new Map<OutgoingMessage, SendOutcome>();
		let left = messages;
		const settle = (some: OutgoingMessage[], results: Array<SendOutcome | undefined>): void => {
			some.forEach((message, index) => {
				const outcome = results[index];
				if (outcome) outcomes.set(message, outcome);
			});
			left = left.filter((message) => !outcomes.has(message));
		};
		while (left.length > 0) {
			settle(left, left.map(lookAgain));
			// A request has one time.
			const group = left.filter(({ schedule }) => schedule === left[0]?.schedule);
			settle(group, await request(group));
		}
		return messages.map((message) => outcomes.get(message) as SendOutcome);
	};
}
