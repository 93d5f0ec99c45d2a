import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { unrequested, type SendGuard, type SendOutcome } from '../../../gateway/operations/send';
import { isProblem } from '../problem';
import type { Recipient } from './readRecipients';
import type { Plan } from '../schedule/plan';

/**
 * Looks at the hours again right before each request, as a long run may last until they have closed. A
 * message that would now go out outside them is scheduled anew, or not sent.
 *
 * @param recipients those of the run; the time of one that is scheduled anew is changed in place
 * @param guard what decides before it, and may wait
 */
export function lookingAgain(
	plan: Plan,
	recipients: Recipient[],
	guard: SendGuard = async (messages, request) => await request(messages),
): SendGuard {
	const recipientOf = new Map(recipients.map((recipient) => [recipient.message, recipient]));

	/** The outcome of a message that must not go out any more. */
	const lookAgain = (message: OutgoingMessage): SendOutcome | undefined => {
		const recipient = recipientOf.get(message);
		if (!recipient || !plan.isOutside(recipient)) return undefined;
		const { scheduledAt, note, message: again } = plan.schedule(recipient);
		if (isProblem(again)) return unrequested(again);
		Object.assign(recipient, { scheduledAt, note });
		message.schedule = again.schedule;
		return undefined;
	};

	return async (messages, request) =>
		await guard(messages, async (some) => {
			const outcomes = new Map<OutgoingMessage, SendOutcome>();
			for (let open = some; open.length > 0;) {
				for (const message of open) {
					const outcome = lookAgain(message);
					if (outcome) outcomes.set(message, outcome);
				}
				const left = open.filter((message) => !outcomes.has(message));
				// A request has one time.
				const group = left.filter(({ schedule }) => schedule === left[0]?.schedule);
				const results = await request(group);
				group.forEach((message, index) => outcomes.set(message, results[index] as SendOutcome));
				open = left.filter((message) => !outcomes.has(message));
			}
			return some.map((message) => outcomes.get(message) as SendOutcome);
		});
}
