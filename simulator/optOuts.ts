import type { Account } from './accounts';

/** The Message of a number that was added by hand (protocol, "Opt-out entry"). */
const MANUAL_MARKER = '* MANUALLY ADDED BY USER *';

/** The message that confirms an opt-out; the protocol does not give its text. */
export const CONFIRMATION = 'You have opted out and will receive no further messages.';

/** An opt-out entry (protocol, "Opt-out entry"). */
export interface OptOut {
	readonly number: string;
	readonly receivedAt: number;
	readonly text: string;
	/** Empty for a number that was added by hand. */
	readonly sentMessageId: string;
}

/** An opt-out with the account that it blocks. */
export interface KeptOptOut extends OptOut {
	readonly account: Account;
}

const entireMessage = ['stop', 'end', 'cancel', 'unsubscribe', 'quit'];
const startOfMessage = [/^stop send/, /^opt out/, /^opt.out/su];

/** Whether a reply opts its sender out (protocol, "Opt-out trigger words"). Blanks around it are ignored. */
export function isOptOut(text: string): boolean {
	const message = text.trim().toLowerCase();
	return entireMessage.includes(message) || startOfMessage.some((start) => start.test(message));
}

/** The opt-outs of all accounts: each blocks one account from sending to one number. */
export class OptOuts {
	/** By account and number, oldest first. */
	private readonly kept = new Map<string, KeptOptOut>();

	has(account: Account, number: string): boolean {
		return this.kept.has(key(account, number));
	}

	/** Registers an opt-out; false when the number has opted out before, and its entry is kept. */
	add(account: Account, optOut: OptOut): boolean {
		if (this.has(account, optOut.number)) return false;
		this.kept.set(key(account, optOut.number), { ...optOut, account });
		return true;
	}

	/** Adds a number by hand: it blocks the account, and no confirmation is sent. */
	addManually(account: Account, number: string, receivedAt: number): boolean {
		return this.add(account, { number, receivedAt, text: MANUAL_MARKER, sentMessageId: '' });
	}

	/** All entries of an account, oldest first. */
	of(account: Account): KeptOptOut[] {
		return this.all().filter((optOut) => optOut.account === account);
	}

	/** The entries of all accounts, oldest first. */
	all(): KeptOptOut[] {
		return [...this.kept.values()];
	}

	clear(): void {
		this.kept.clear();
	}
}

const key = ({ id }: Account, number: string): string => `${id} ${number}`;
