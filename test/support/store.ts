import { randomUUID } from 'node:crypto';

/** A moment in a call of the store: before it, between its reading and its writing, and after it. */
export type Moment = 'before' | 'between' | 'after';

export type Call = 'claim' | 'count' | 'release';

/** Reads and writes of the row, by version: each write makes the next one. */
interface Write {
	by: string;
	read: number;
	written: number;
}

/** The store behind n8n's deduplication helpers: read, changed and written without a lock. */
export class ProcessedStore {
	/** The workflow of the node whose keys these are. A process knows it by this name. */
	workflow = randomUUID();
	keys: string[] = [];
	/** Every call that changed it. */
	readonly writes: Write[] = [];
	isBroken = false;
	/** Called before each call, e.g. to do what another process would do meanwhile. */
	onCall: () => void = () => undefined;
	/** Called at each moment of a call; may wait, or throw as a database does. */
	pause: (moment: Moment, process: string, call: Call) => Promise<void> = async (moment) => {
		if (moment === 'between') await new Promise(setImmediate);
	};

	/** For the `helpers` of a context. */
	readonly helpers = this.helpersOf('only');

	/** Has what follows run in a new process, which knows nothing of the runs before. */
	restart(): void {
		this.workflow = randomUUID();
	}

	/** The helpers in one of several processes. */
	helpersOf(process: string) {
		return {
			checkProcessedAndRecord: async (
				keys: string[],
				_scope: string,
				{ maxEntries }: { maxEntries?: number },
			) =>
				await this.change(process, 'claim', (before) => {
					const known = new Set(before);
					const fresh = keys.filter((key) => !known.has(key));
					const stored = [...before, ...fresh];
					if (maxEntries) stored.splice(0, stored.length - maxEntries);
					return { stored, found: { new: fresh, processed: keys.filter((key) => known.has(key)) } };
				}),
			removeProcessed: async (keys: string[]) => {
				const removed = new Set(keys);
				await this.change(process, 'release', (before) => ({
					stored: before.filter((key) => !removed.has(key)),
					found: undefined,
				}));
			},
			getProcessedDataCount: async () => {
				this.begin();
				await this.pause('before', process, 'count');
				return this.keys.length;
			},
		};
	}

	/** Whether a write by one process undid that of another, which it had not read. */
	get hasLostWrites(): boolean {
		return this.writes.some(({ by, read, written }) =>
			this.writes.some(
				(other) => other.by !== by && other.written > read && other.written < written,
			),
		);
	}

	/** Whether the last write of a process was undone by that of another, which had not read it. */
	isLastWriteUndone(process: string): boolean {
		const last = this.writes.filter(({ by }) => by === process).at(-1);
		return this.writes.some(
			({ by, read, written }) =>
				by !== process && last !== undefined && read < last.written && written > last.written,
		);
	}

	private begin(): void {
		this.onCall();
		if (this.isBroken) throw new Error('connect ECONNREFUSED 127.0.0.1:5432');
	}

	private async change<Found>(
		by: string,
		call: Call,
		changed: (keys: string[]) => { stored: string[]; found: Found },
	): Promise<Found> {
		this.begin();
		await this.pause('before', by, call);
		const { stored, found } = changed(this.keys);
		const read = this.writes.length;
		await this.pause('between', by, call);
		this.keys = stored;
		this.writes.push({ by, read, written: this.writes.length + 1 });
		await this.pause('after', by, call);
		return found;
	}
}
