import type { Account } from './accounts';
import type { DeliveryPlan, StatusReport } from './delivery';

/** The interface a message came from; `automatic` is the message that confirms an opt-out. */
export type MessageOrigin = 'query' | 'xml' | 'automatic';

/** One message to one number (protocol, "Resources and their fields"). */
export interface Message {
	readonly id: string;
	readonly account: Account;
	readonly number: string;
	readonly text: string;
	readonly parts: number;
	/** The charge, which is refunded when a scheduled message is deleted. */
	readonly credits: number;
	readonly origin: MessageOrigin;
	readonly acceptedAt: number;
	readonly scheduledAt: number | null;
	readonly plan: DeliveryPlan;
	/** A status given through the control interface; it overrides the plan. */
	forced: StatusReport | null;
	deleted: boolean;
}

/** When the message leaves the queue: at once, or at its scheduled time. */
export const sendingTime = (message: Message): number => message.scheduledAt ?? message.acceptedAt;

/** Whether the message is scheduled and still waits in the queue. */
export function waitsForItsTime(message: Message, now: number): boolean {
	return message.scheduledAt !== null && message.scheduledAt > now && message.forced === null;
}

const FIRST_ID = 1_000_001n;

/** The messages accepted, in order of acceptance. */
export class Messages {
	private inOrder: Message[] = [];
	private readonly byId = new Map<string, Message>();
	private readonly byNumber = new Map<string, Message[]>();
	private nextId = FIRST_ID;

	/** The next unique ID. */
	assignId(): string {
		const id = String(this.nextId);
		this.nextId += 1n;
		return id;
	}

	/** Keeps a message. */
	keep(message: Message): void {
		this.inOrder.push(message);
		this.byId.set(message.id, message);
		const toNumber = this.byNumber.get(message.number);
		if (toNumber) toNumber.push(message);
		else this.byNumber.set(message.number, [message]);
	}

	withId(id: string): Message | undefined {
		return this.byId.get(id);
	}

	/** The most recent message sent to a number, by one account or by any. */
	latestTo(number: string, now: number, account?: Account): Message | undefined {
		return (this.byNumber.get(number) ?? [])
			.filter((message) => !message.deleted && !waitsForItsTime(message, now))
			.filter((message) => account === undefined || message.account === account)
			.reduce<Message | undefined>(
				(latest, message) =>
					latest && sendingTime(latest) > sendingTime(message) ? latest : message,
				undefined,
			);
	}

	/** The list itself, which grows; a new one is started by `clear`. */
	all(): readonly Message[] {
		return this.inOrder;
	}

	/** Sets the ID of the next message; the protocol says "integer" and sets no upper limit. */
	continueFrom(id: string): void {
		this.nextId = BigInt(id);
	}

	clear(): void {
		this.inOrder = [];
		this.byId.clear();
		this.byNumber.clear();
		this.nextId = FIRST_ID;
	}
}
