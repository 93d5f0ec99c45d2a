import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { nodeKey } from './nodeKey';
import { isCancelled } from './transport';

const SCOPE = 'node';
const MODE = 'entries';

/** n8n looks at every stored key for each that it removes, and does nothing else meanwhile. */
const KEYS_PER_REMOVAL = 100;

const TRIES_AT_THE_END = 10;
const SECONDS_OF_QUIET = 5;
const LONGEST_WAIT_SECONDS = 60;

/** The last step for each node of this process. */
const steps = new Map<string, Promise<unknown>>();

/** Returns how many keys the node has. */
export const countClaims = async ({ helpers }: IExecuteFunctions): Promise<number> =>
	await helpers.getProcessedDataCount(SCOPE, { mode: MODE });

/**
 * Keys that a run claims in n8n's deduplication store, where all runs of a saved node find them.
 *
 * The store is one row, which n8n reads, changes and writes without a lock. So the steps of this process
 * wait for each other, and against those of another process, which may overwrite them, the run writes its
 * keys again with the next claim and at the end.
 */
export class Claims {
	private readonly own = new Set<string>();
	private latest: string[] = [];
	private unreleased: string[] = [];
	private quiet: Promise<void> | undefined;

	/** @param maxEntries gives the number of keys that n8n keeps at a claim: it forgets the oldest */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly maxEntries: () => number,
	) {}

	/**
	 * Claims keys, and returns those that another run has claimed. Where there are some, it first waits until
	 * no other run seems to be claiming.
	 *
	 * @throws an error of n8n if the keys could not be stored
	 */
	async claim(keys: string[]): Promise<Set<string>> {
		await this.quiet;
		const taken = await this.inOrder(async () => await this.record(keys));
		if (taken.size > 0) await (this.quiet ??= this.untilQuiet());
		return taken;
	}

	/** Gives up keys, and returns whether all were given up. The others are tried again later. */
	async release(keys: string[]): Promise<boolean> {
		for (const key of keys) this.own.delete(key);
		this.unreleased.push(...keys);
		while (this.unreleased.length > 0) {
			const some = this.unreleased.splice(0, KEYS_PER_REMOVAL);
			const { helpers } = this.context;
			try {
				await this.inOrder(async () => await helpers.removeProcessed(some, SCOPE, { mode: MODE }));
			} catch {
				this.unreleased.push(...some);
				return false;
			}
		}
		return true;
	}

	/** Writes the keys of this run again, or gives them up. Returns whether all others were given up. */
	async close(isKept = true): Promise<boolean> {
		const own = [...this.own];
		if (isKept) await this.inOrder(async () => await this.write(own)).catch(() => undefined);
		else await this.release(own);
		for (let tries = 1; !(await this.release([])); tries += 1) {
			if (tries === TRIES_AT_THE_END) return false;
			await sleep(1000);
		}
		return true;
	}

	/** Writes keys and once more the latest, and returns those that another run has claimed. */
	private async record(keys: string[]): Promise<Set<string>> {
		const wanted = keys.filter((key) => !this.own.has(key));
		if (wanted.length === 0) return new Set();
		const again = this.latest.filter((key) => this.own.has(key));
		const known = await this.write([...again, ...wanted]);
		this.latest = wanted.filter((key) => !known.has(key));
		for (const key of this.latest) this.own.add(key);
		return new Set(wanted.filter((key) => known.has(key)));
	}

	/** Writes keys, and returns those that were stored before. */
	private async write(keys: string[]): Promise<Set<string>> {
		if (keys.length === 0) return new Set();
		const options = { mode: MODE, maxEntries: this.maxEntries() } as const;
		const { helpers } = this.context;
		const { processed } = await helpers.checkProcessedAndRecord(keys, SCOPE, options);
		return new Set(processed.map(String));
	}

	/**
	 * Waits, once in an execution, until no other seems to be claiming: until the number of keys has not
	 * changed for five seconds, but no longer than a minute.
	 */
	private async untilQuiet(): Promise<void> {
		// In a loop the node runs many times.
		const memory = this.context.getContext('node') as { hasWaited?: boolean };
		if (memory.hasWaited) return;
		memory.hasWaited = true;
		let before: number | undefined;
		let quietSeconds = 0;
		for (let seconds = 0; seconds < LONGEST_WAIT_SECONDS; seconds += 1) {
			const now = await countClaims(this.context).catch(() => undefined);
			quietSeconds = now === before ? quietSeconds + 1 : 0;
			if (quietSeconds >= SECONDS_OF_QUIET || isCancelled(this.context)) return;
			before = now;
			await sleep(1000);
		}
	}

	/** Does a step once those before it are over, however they ended. */
	private async inOrder<Result>(step: () => Promise<Result>): Promise<Result> {
		const name = nodeKey(this.context);
		const turn = (steps.get(name) ?? Promise.resolve()).then(step, step);
		steps.set(name, turn);
		try {
			return await turn;
		} finally {
			if (steps.get(name) === turn) steps.delete(name);
		}
	}
}
