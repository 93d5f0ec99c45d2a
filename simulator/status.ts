import type { Account } from './accounts';
import type { Clock } from './clock';
import { statusByPlan, UNKNOWN, type StatusReport } from './delivery';
import { sendingTime, type Message, type Messages } from './messages';
import { AVAILABLE_FOR_MS } from './times';

/** The status of a message, dated by when it was reached (protocol, "Delivery status values"). */
export function statusOf(message: Message, now: number): StatusReport {
	if (message.deleted) return { ...UNKNOWN, at: now };
	if (message.forced) return message.forced;
	return statusByPlan(message.plan, sendingTime(message), now);
}

/**
 * The status that an account gets for an ID. NOTFOUND and FAIL carry the current time (protocol, "POST
 * /xmlgetstatus.asp"). An ID of another account is a wrong ID; a message sent more than 90 days ago is not
 * found.
 */
export function reportStatus(
	{ clock, messages }: { clock: Clock; messages: Messages },
	account: Account,
	id: string,
): StatusReport {
	const now = clock.now();
	const message = messages.withId(id);
	if (message?.account !== account) return { ...UNKNOWN, at: now };
	if (now - sendingTime(message) > AVAILABLE_FOR_MS) return { ...UNKNOWN, at: now };
	const report = statusOf(message, now);
	const undated = report.status === 'NOTFOUND' || report.status === 'FAIL';
	return undated ? { ...report, at: now } : report;
}
