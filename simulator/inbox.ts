import type { Account } from './accounts';
import { AVAILABLE_FOR_MS } from './times';

/** A text from a handset (spec: Reply, Short/long code message). */
export interface ReceivedText {
	readonly from: string;
	readonly text: string;
	readonly receivedAt: number;
	/** The most recent message sent to that number; empty when there is none. */
	readonly sentMessageId: string;
	/** The short code that received it; null for a reply to a message. */
	readonly shortCode: string | null;
}

type Pending = Map<Account, ReceivedText[]>;

/**
 * What handsets sent to the accounts. A record is returned once only, by the reply operations and by
 * the short-code operations each; a short-code message is a record of both.
 */
export class Inbox {
	private readonly replies: Pending = new Map();
	private readonly shortCodeMessages: Pending = new Map();

	receive(account: Account, received: ReceivedText): void {
		append(this.replies, account, received);
		if (received.shortCode !== null) append(this.shortCodeMessages, account, received);
	}

	/** Takes the replies not yet returned; the short-code messages among them stay if excluded. */
	takeReplies(account: Account, now: number, excludeShortCode: boolean): ReceivedText[] {
		const wanted = ({ shortCode }: ReceivedText) => shortCode === null || !excludeShortCode;
		return take(this.replies, account, now, wanted);
	}

	takeShortCodeMessages(account: Account, now: number): ReceivedText[] {
		return take(this.shortCodeMessages, account, now, () => true);
	}

	clear(): void {
		this.replies.clear();
		this.shortCodeMessages.clear();
	}
}

function append(pending: Pending, account: Account, received: ReceivedText): void {
	const texts = pending.get(account);
	if (texts) texts.push(received);
	else pending.set(account, [received]);
}

function take(
	pending: Pending,
	account: Account,
	now: number,
	wanted: (received: ReceivedText) => boolean,
): ReceivedText[] {
	const available = (pending.get(account) ?? []).filter(
		({ receivedAt }) => now - receivedAt <= AVAILABLE_FOR_MS,
	);
	pending.set(
		account,
		available.filter((received) => !wanted(received)),
	);
	return available.filter(wanted);
}
