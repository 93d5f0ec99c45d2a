import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { asProblem } from '../../../gateway/operations/outcome';
import { SEND_RESULTS } from '../../../gateway/specification/codes';
import { isClosedDate, isoOfMinute, minuteOf } from '../../../gateway/specification/window';
import { isProblem, type Recipient } from '../recipients/readRecipients';
import { planMinutes } from './plan';

/**
 * The recipients with the earliest times at which their messages may go out. What may go out now stays
 * without a time.
 *
 * @param perMinute at most so many messages in a minute, in the order of the list; no limit if absent
 */
export function planned(recipients: Recipient[], perMinute?: number): Recipient[] {
	const now = minuteOf(Date.now());
	const askedOf = ({ scheduledAt }: Recipient): number =>
		scheduledAt === null ? now : minuteOf(Date.parse(scheduledAt));
	const isToPlan = (recipient: Recipient): recipient is Recipient & { message: OutgoingMessage } =>
		!isProblem(recipient.message) && (recipient.hours !== undefined || perMinute !== undefined);
	const minutes = planMinutes(
		recipients
			.filter(isToPlan)
			.map((recipient) => ({ from: askedOf(recipient), hours: recipient.hours })),
		perMinute,
	).values();
	return recipients.map((recipient) => {
		if (!isToPlan(recipient)) return recipient;
		const minute = minutes.next().value;
		const asked = askedOf(recipient);
		if (minute === asked) return recipient;
		if (minute === undefined) return { ...recipient, message: NEVER };
		const closed = recipient.hours !== undefined && isClosedDate(asked, recipient.hours);
		const hours = closed ? 'closedDate' : 'outsideHours';
		const scheduledAt = isoOfMinute(minute);
		return {
			...recipient,
			scheduledAt,
			note: perMinute === undefined ? hours : 'paced',
			message: { ...recipient.message, schedule: scheduledAt },
		};
	});
}

const NEVER = asProblem(
	SEND_RESULTS,
	'NOT_SENT',
	"Not sent. 'Send Between' and 'Closed Dates' leave no time to send within a year",
);
