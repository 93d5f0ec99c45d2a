import type { Account } from './accounts';

/** The Message of a number that was added by hand (spec: Opt-out entry). */
const MANUAL_MARKER = '* MANUALLY ADDED BY USER *';

/** The message that confirms an opt-out; the spec does not give its text. */
export const CONFIRMATION = 'You have opted out and will receive no further messages.';

/** An opt-out entry (spec: Opt-out entry). */
export interface OptOut {
	readonly number: string;
	readonly receivedAt: number;
	readonly text: string;
	/** Empty for a number that was added by hand. */
	readonly sentMessageId: string;
}

const entireMessage = ['stop', 'end', 'cancel', 'unsubscribe', 'quit'];
const startOfMessage = [/^stop send/, /^opt out/, /^opt.out/su];

/** Whether a reply opts its sender out (spec: Opt-out trigger words). Blanks around it are ignored. */
export function isOptOut(text: string): boolean {
	const message = text.trim().toLowerCase();
	return entireMessage.includes(message) || startOfMessage.some((start) => start.test(message));
}

/** The opt-outs of all accounts: each blocks one account from sending to one number. */
export class OptOuts {
	private readonly byAccount = new Map<Account, Map<string, OptOut>>();

	has(account: Account, number: string): boolean {
		return this.byAccount.get(account)?.has(number) ?? false;
	}

	/** Registers an opt-out; false when the number has opted out before, and its entry is kept. */
	add(account: Account, optOut: OptOut): boolean {
		if (this.has(account, optOut.number)) return false;
		const entries = this.byAccount.get(account) ?? new Map<string, OptOut>();
		this.byAccount.set(account, entries.set(optOut.number, optOut));
		return true;
	}

	/** Adds a number by hand: it blocks the account, and no confirmation is sent. */
	addManually(account: Account, number: string, receivedAt: number): boolean {
		return this.add(account, { number, receivedAt, text: MANUAL_MARKER, sentMessageId: '' });
	}

	/** All entries of an account, oldest first. */
	of(account: Account): OptOut[] {
		return [...(this.byAccount.get(account)?.values() ?? [])];
	}

	clear(): void {
		this.byAccount.clear();
	}
}
