import type { Account } from './accounts';
import { AVAILABLE_FOR_MS } from './times';

/** A text from a handset (protocol, "Resources and their fields"). */
export interface ReceivedText {
	readonly from: string;
	readonly text: string;
	readonly receivedAt: number;
	/** The most recent message sent to that number; empty when there is none. */
	readonly sentMessageId: string;
	/** The short code that received it; null for a reply to a message. */
	readonly shortCode: string | null;
}

/** A text with the account that received it, kept to be shown. */
export interface KeptText extends ReceivedText {
	readonly id: number;
	readonly account: Account;
	/** Whether an operation has returned it to the account. */
	returned: boolean;
}

type Pending = Map<Account, KeptText[]>;

/**
 * Texts from handsets to the accounts. The reply operations and the short-code operations each return
 * a record once only; a short-code message is a record of both.
 */
export class Inbox {
	private inOrder: KeptText[] = [];
	private lastId = 0;
	private readonly replies: Pending = new Map();
	private readonly shortCodeMessages: Pending = new Map();

	/** Keeps a text. */
	receive(account: Account, received: ReceivedText): void {
		this.lastId += 1;
		const kept: KeptText = { ...received, id: this.lastId, account, returned: false };
		this.inOrder.push(kept);
		append(this.replies, kept);
		if (kept.shortCode !== null) append(this.shortCodeMessages, kept);
	}

	/** Takes the replies not yet returned; short-code messages that are excluded stay. */
	takeReplies(account: Account, now: number, excludeShortCode: boolean): ReceivedText[] {
		const wanted = ({ shortCode }: ReceivedText) => shortCode === null || !excludeShortCode;
		return this.take(this.replies, account, now, wanted);
	}

	takeShortCodeMessages(account: Account, now: number): ReceivedText[] {
		return this.take(this.shortCodeMessages, account, now, () => true);
	}

	private take(
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
		const taken = available.filter(wanted);
		for (const text of taken) text.returned = true;
		return taken;
	}

	/** The texts received, returned or not; like the list of messages, it grows or is replaced. */
	all(): readonly KeptText[] {
		return this.inOrder;
	}

	clear(): void {
		this.inOrder = [];
		this.lastId = 0;
		this.replies.clear();
		this.shortCodeMessages.clear();
	}
}

function append(pending: Pending, kept: KeptText): void {
	const texts = pending.get(kept.account);
	if (texts) texts.push(kept);
	else pending.set(kept.account, [kept]);
}
