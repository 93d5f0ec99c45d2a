import type { Account } from './accounts';
import type { ScriptedFault } from './faults';
import type { Gateway } from './gateway';
import type { KeptText } from './inbox';
import type { Message } from './messages';
import {
	shownClock,
	shownMessage,
	shownOptOut,
	shownService,
	shownText,
	type ShownMessage,
} from './shown';
import { statusOf } from './status';
import type { ReplyWebhook } from './replyWebhook';

/** One event of `GET /control/events`: what is new or changed. A part left out is unchanged. */
export interface Update {
	/** Everything sent before is void. */
	reset?: true;
	clock?: ReturnType<typeof shownClock>;
	accounts?: readonly Account[];
	optOuts?: ReturnType<typeof shownOptOut>[];
	faults?: readonly ScriptedFault[];
	webhooks?: ReturnType<ReplyWebhook['shown']>;
	service?: ReturnType<typeof shownService>;
	/** New ones, and those whose status changed. */
	messages?: ShownMessage[];
	/** New ones, and those that were returned to the account. */
	received?: ReturnType<typeof shownText>[];
}

/** Few enough for a page to handle an update between two frames. */
const MOST_IN_ONE_UPDATE = 500;

/** Collects the updates for one listener. The first ones hold everything. */
export class Changes {
	private messages: readonly Message[] = [];
	private texts: readonly KeptText[] = [];
	private messageMarks: string[] = [];
	private receivedMarks: boolean[] = [];
	private readonly sent = new Map<string, string>();

	constructor(private readonly gateway: Gateway) {}

	/** The updates since the last call. */
	take(): Update[] {
		const { messages, inbox, clock } = this.gateway;
		const reset = this.beginAnewIfDue();
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

	/** A reset replaces both lists. */
	private beginAnewIfDue(): Pick<Update, 'reset'> {
		const messages = this.gateway.messages.all();
		const texts = this.gateway.inbox.all();
		if (this.messages === messages && this.texts === texts) return {};
		this.messages = messages;
		this.texts = texts;
		this.messageMarks = [];
		this.receivedMarks = [];
		this.sent.clear();
		return { reset: true };
	}

	/** The small parts; one that changed is sent whole. */
	private changedState(): Update {
		const { clock, accounts, optOuts, faults, replyWebhook, settings } = this.gateway;
		const parts = {
			accounts: accounts.all(),
			optOuts: optOuts.all().map(shownOptOut),
			faults: faults.pending(),
			webhooks: replyWebhook.shown(),
			service: shownService(settings),
		};
		const changed = Object.entries(parts).filter(([name, part]) =>
			this.isNew(name, JSON.stringify(part)),
		);
		const moved = this.isNew('clock', String(clock.changes));
		return { ...Object.fromEntries(changed), ...(moved ? { clock: shownClock(clock) } : {}) };
	}

	private isNew(name: string, mark: string): boolean {
		if (this.sent.get(name) === mark) return false;
		this.sent.set(name, mark);
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
