import type { Clock } from './clock';
import type { DeliveryStatus } from './delivery';
import { FAULT_CHOICES } from './faultChoices';
import type { GatewaySettings } from './gateway';
import type { Received } from './handset';
import type { KeptText } from './inbox';
import type { Message, MessageOrigin } from './messages';
import type { KeptOptOut } from './optOuts';
import { queryOperations } from './query/queryInterface';
import { statusOf } from './status';
import { isoTime } from './times';
import { xmlOperations } from './xml/xmlInterface';

/** A message as `GET /control/messages` shows it. */
export interface ShownMessage {
	id: string;
	/** The account's login name. */
	account: string;
	number: string;
	text: string;
	parts: number;
	credits: number;
	scheduledAt: string | null;
	status: DeliveryStatus;
	code: number;
	statusAt: string;
	acceptedAt: string;
	interface: MessageOrigin;
	deleted: boolean;
}

export function shownMessage(message: Message, now: number): ShownMessage {
	const { status, code, at } = statusOf(message, now);
	const { id, account, number, text, parts, credits, scheduledAt, deleted } = message;
	return {
		id,
		account: account.login,
		number,
		text,
		parts,
		credits,
		scheduledAt: scheduledAt === null ? null : isoTime(scheduledAt),
		status,
		code,
		statusAt: isoTime(at),
		acceptedAt: isoTime(message.acceptedAt),
		interface: message.origin,
		deleted,
	};
}

/** An opt-out as `GET /control/opt-outs` shows it. */
export function shownOptOut({ account, receivedAt, ...optOut }: KeptOptOut) {
	return { account: account.login, ...optOut, receivedAt: isoTime(receivedAt) };
}

/** A text from a handset as `GET /control/received` shows it. */
export function shownText({ account, receivedAt, ...text }: KeptText) {
	return { ...text, account: account.login, receivedAt: isoTime(receivedAt) };
}

/** The result of a text from a handset, as the control interface shows it. */
export function shownReceived({ account, sentMessageId, optedOut }: Received) {
	return { account: account.login, sentMessageId, optedOut };
}

export function shownClock(clock: Clock) {
	return { now: isoTime(clock.now()), speed: clock.speed };
}

/** What the page has to know besides what changes: names by path, and faults by name. */
export function shownService({ path, timeZone }: GatewaySettings) {
	const operations = [...queryOperations, ...xmlOperations].map((operation) => [
		operation.path,
		operation.title,
	]);
	return { path, timeZone, operations: Object.fromEntries(operations), faults: FAULT_CHOICES };
}
