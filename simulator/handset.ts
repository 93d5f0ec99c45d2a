import type { Account } from './accounts';
import type { Gateway } from './gateway';
import { CONFIRMATION, isOptOut, MANUAL_MARKER } from './optOuts';
import { sendConfirmation } from './sending';

/** What became of a text from a handset. */
export interface Received {
	account: Account;
	sentMessageId: string;
	optedOut: boolean;
}

/**
 * A person answers the most recent message sent to their number. An opt-out trigger is registered
 * and confirmed (spec: Opt-out trigger words); the reply itself is a record like any other.
 *
 * @returns undefined when nothing was sent to that number, by that account or by any
 */
export function receiveReply(
	gateway: Gateway,
	reply: { from: string; text: string; account?: Account | undefined },
): Received | undefined {
	const { from, text } = reply;
	const receivedAt = gateway.clock.now();
	const answered = gateway.messages.latestTo(from, receivedAt, reply.account);
	if (!answered) return undefined;
	const { account, id: sentMessageId } = answered;
	gateway.inbox.receive(account, { from, text, receivedAt, sentMessageId, shortCode: null });
	const optedOut =
		isOptOut(text) &&
		gateway.optOuts.add(account, { number: from, receivedAt, text, sentMessageId });
	if (optedOut) sendConfirmation(gateway, account, from, CONFIRMATION);
	return { account, sentMessageId, optedOut };
}

/** A person texts a short code. It is no reply, so its words opt nobody out. */
export function receiveShortCodeMessage(
	gateway: Gateway,
	account: Account,
	message: { shortCode: string; from: string; text: string },
): Received {
	const receivedAt = gateway.clock.now();
	const sentMessageId = gateway.messages.latestTo(message.from, receivedAt, account)?.id ?? '';
	gateway.inbox.receive(account, { ...message, receivedAt, sentMessageId });
	return { account, sentMessageId, optedOut: false };
}

/** A number added by hand: it blocks the account, and no confirmation is sent. */
export function addOptOutManually(gateway: Gateway, account: Account, number: string): boolean {
	const receivedAt = gateway.clock.now();
	return gateway.optOuts.add(account, {
		number,
		receivedAt,
		text: MANUAL_MARKER,
		sentMessageId: '',
	});
}
