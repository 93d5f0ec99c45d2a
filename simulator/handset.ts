import type { Account } from './accounts';
import type { Gateway } from './gateway';
import type { ReceivedText } from './inbox';
import { CONFIRMATION, isOptOut } from './optOuts';
import { sendConfirmation } from './sending';

/** The result of a text from a handset. */
export interface Received {
	account: Account;
	sentMessageId: string;
	optedOut: boolean;
}

/**
 * Receives a reply to the most recent message sent to its number. An opt-out trigger is registered
 * and confirmed (protocol, "Opt-out trigger words"); the reply itself is a record like any other.
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
	receive(gateway, account, { from, text, receivedAt, sentMessageId, shortCode: null });
	const optedOut =
		isOptOut(text) &&
		gateway.optOuts.add(account, { number: from, receivedAt, text, sentMessageId });
	if (optedOut) sendConfirmation(gateway, account, from, CONFIRMATION);
	return { account, sentMessageId, optedOut };
}

/** Receives a text to a short code. It is not a reply, so it never opts anybody out. */
export function receiveShortCodeMessage(
	gateway: Gateway,
	account: Account,
	message: { shortCode: string; from: string; text: string },
): Received {
	const receivedAt = gateway.clock.now();
	const sentMessageId = gateway.messages.latestTo(message.from, receivedAt, account)?.id ?? '';
	receive(gateway, account, { ...message, receivedAt, sentMessageId });
	return { account, sentMessageId, optedOut: false };
}

function receive({ inbox, replyWebhook }: Gateway, account: Account, received: ReceivedText): void {
	inbox.receive(account, received);
	replyWebhook.notify(received);
}
