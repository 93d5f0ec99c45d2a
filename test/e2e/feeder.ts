import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import type { Simulator } from '../../sandbox/simulator';

export interface FeederOptions {
	/** Numbers with a message sent to them, since a reply answers one. */
	numbers: string[];
	/** IDs of messages whose statuses change. */
	messages?: string[];
	/** Milliseconds between one or two replies; 100 when absent. */
	pause?: number;
}

/** People who text one or two replies at a time, and messages whose statuses go on changing. */
export class Feeder {
	readonly texts: string[] = [];
	/** The last code of each message. */
	readonly codes = new Map<string, number>();
	private isOn = true;
	private readonly done: Promise<void>;

	constructor(
		private readonly simulator: Simulator,
		private readonly options: FeederOptions,
	) {
		this.done = this.feed();
	}

	async stop(): Promise<void> {
		this.isOn = false;
		await this.done;
	}

	private async feed(): Promise<void> {
		const { messages = [], pause = 100 } = this.options;
		for (let round = 0; this.isOn; round++) {
			for (let count = 0; count <= round % 2; count++) await this.text();
			if (messages.length > 0 && round % 5 === 0) await this.change(messages, round / 5);
			await wait(pause);
		}
	}

	private async text(): Promise<void> {
		const { numbers } = this.options;
		const text = `Reply ${this.texts.length + 1}`;
		const from = numbers[this.texts.length % numbers.length];
		await this.simulator.post('replies', { from, text, login: 'demo' });
		this.texts.push(text);
	}

	/** Each time to a code of its own, so that every change is another one. */
	private async change(messages: string[], turn: number): Promise<void> {
		const id = messages[turn % messages.length] as string;
		await this.simulator.post(`messages/${id}/status`, { status: 'SENT', code: 1000 + turn });
		this.codes.set(id, 1000 + turn);
	}
}

/** What became of the replies and the last status changes, by what n8n had stored. */
export function outcomeOf(stored: IDataObject[], { texts, codes }: Feeder) {
	const replies = stored.filter(({ event }) => event === 'reply');
	const arrived = replies.map(({ text }) => text);
	const unmarkedReplies = replies.filter(({ repeated }) => repeated !== true);
	const changes = stored.filter(({ event }) => event === 'statusChange');
	const name = ({ messageId, statusCode }: IDataObject) => `${messageId}: ${statusCode}`;
	const unmarked = changes.filter(({ repeated }) => repeated !== true).map(name);
	const all = new Set(changes.map(name));
	return {
		lost: missing(texts, arrived),
		/** Replies that came twice without a mark. */
		twice: repeats(unmarkedReplies.map(({ text }) => text)),
		/** Replies that came twice in all, and those of them without the same ID each time. */
		doubled: new Set(repeats(arrived)).size,
		marked: replies.length - unmarkedReplies.length,
		changedIds:
			new Set(replies.map(({ text, recordId }) => `${String(text)} ${String(recordId)}`)).size -
			new Set(arrived).size,
		changes: unmarked.length,
		lostChanges: [...codes].map(([id, code]) => `${id}: ${code}`).filter((one) => !all.has(one)),
		changesTwice: repeats(unmarked),
		changesMarked: changes.length - unmarked.length,
	};
}

function missing(expected: string[], found: unknown[]): string[] {
	const all = new Set(found);
	return expected.filter((one) => !all.has(one));
}

const repeats = (list: unknown[]): unknown[] =>
	list.filter((one, index) => list.indexOf(one) !== index);
