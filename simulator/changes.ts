import type { ScriptedFault } from './faults';
import type { Gateway } from './gateway';
import type { KeptText } from './inbox';
import type { Message } from './messages';
import {
	shownAccount,
	shownClock,
	shownMessage,
	shownOptOut,
	shownText,
	type ShownAccount,
	type ShownMessage,
} from './shown';
import { statusOf } from './status';

/** What is new or different; what is left out is as it was. One event of `GET /control/events`. */
export interface Update {
	/** Everything told before is void. */
	reset?: true;
	clock?: ReturnType<typeof shownClock>;
	accounts?: ShownAccount[];
	optOuts?: ReturnType<typeof shownOptOut>[];
	faults?: readonly ScriptedFault[];
	/** New ones, and those whose status changed. */
	messages?: ShownMessage[];
	/** New ones, and those that were returned to the account. */
	received?: ReturnType<typeof shownText>[];
}

/** Little enough that a page handles an update between two frames. */
const MOST_IN_ONE_UPDATE = 500;

/** What a gateway has to tell one listener. The first time, that is everything. */
export class Changes {
	private messages: readonly Message[] = [];
	private messageMarks: string[] = [];
	private receivedMarks: boolean[] = [];
	private readonly told = new Map<string, string>();

	constructor(private readonly gateway: Gateway) {}

	/** The updates since the last call. */
	take(): Update[] {
		const { messages, inbox, clock } = this.gateway;
		const reset = this.forgetIfReset();
		const now = clock.now();
		const changed = this.changedMessages(messages.all(), now);
		const received = this.changedTexts(inbox.all());
		const state = { ...reset, ...this.changedState() };
		return [
			...(Object.keys(state).length > 0 ? [state] : []),
			...batches(changed).map((batch) => ({
				messages: batch.map((message) => shownMessage(message, now)),
			})),
			...batches(received).map((batch) => ({ received: batch.map(shownText) })),
		];
	}

	/** A reset leaves another list of messages behind. */
	private forgetIfReset(): Pick<Update, 'reset'> {
		const messages = this.gateway.messages.all();
		if (this.messages === messages) return {};
		this.messages = messages;
		this.messageMarks = [];
		this.receivedMarks = [];
		this.told.clear();
		return { reset: true };
	}

	/** The small parts, each whole. */
	private changedState(): Update {
		const { clock, accounts, optOuts, faults } = this.gateway;
		const everyAccount = accounts.all();
		const parts = {
			accounts: everyAccount.map(shownAccount),
			optOuts: everyAccount.flatMap((account) =>
				optOuts.of(account).map((optOut) => shownOptOut(account, optOut)),
			),
			faults: faults.pending(),
		};
		const changed = Object.entries(parts).filter(([name, part]) =>
			this.isNew(name, JSON.stringify(part)),
		);
		const moved = this.isNew('clock', String(clock.changes));
		return { ...Object.fromEntries(changed), ...(moved ? { clock: shownClock(clock) } : {}) };
	}

	private isNew(name: string, mark: string): boolean {
		if (this.told.get(name) === mark) return false;
		this.told.set(name, mark);
		return true;
	}

	private changedMessages(messages: readonly Message[], now: number): Message[] {
		return messages.filter((message, index) => {
			const { status, code } = statusOf(message, now);
			const mark = `${status} ${code}`;
			if (this.messageMarks[index] === mark) return false;
			this.messageMarks[index] = mark;
			return true;
		});
	}

	private changedTexts(texts: readonly KeptText[]): KeptText[] {
		return texts.filter(({ returned }, index) => {
			if (this.receivedMarks[index] === returned) return false;
			this.receivedMarks[index] = returned;
			return true;
		});
	}
}

function batches<Item>(items: readonly Item[]): Item[][] {
	const count = Math.ceil(items.length / MOST_IN_ONE_UPDATE);
	return Array.from({ length: count }, (_, index) =>
		items.slice(index * MOST_IN_ONE_UPDATE, (index + 1) * MOST_IN_ONE_UPDATE),
	);
}
