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
	private answered: string[] = [];
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
		const taken = await this.record(keys.filter((key) => !this.own.has(key)));
		if (taken.size > 0) await this.waitForOthers();
		return taken;
	}

	/** Keeps keys, which are written again with the next claim, and gives up others. */
	async settle(kept: string[], released: string[]): Promise<void> {
		this.answered.push(...kept);
		await this.release(released);
	}

	/** Gives up keys, and returns whether all were given up. The others are tried again later. */
	private async release(keys: string[]): Promise<boolean> {
		for (const key of keys) this.own.delete(key);
		this.unreleased.push(...keys);
		while (this.unreleased.length > 0) {
			const some = this.unreleased.splice(0, KEYS_PER_REMOVAL);
			try {
				await this.inOrder(
					async ({ removeProcessed }) => await removeProcessed(some, SCOPE, { mode: MODE }),
				);
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
		if (isKept) await this.record(own).catch(() => undefined);
		else await this.release(own);
		for (let tries = 1; !(await this.release([])); tries += 1) {
			if (tries === TRIES_AT_THE_END) return false;
			await sleep(1000);
		}
		return true;
	}

	/** Returns those of the keys that another run has claimed. */
	private async record(keys: string[]): Promise<Set<string>> {
		if (keys.length === 0) return new Set();
		return await this.inOrder(async ({ checkProcessedAndRecord }) => {
			const again = [...this.answered];
			const { processed } = await checkProcessedAndRecord(
				[...new Set([...again, ...keys])],
				SCOPE,
				{ mode: MODE, maxEntries: this.maxEntries() },
			);
			const known = new Set(processed.map(String));
			const isTaken = (key: string): boolean => known.has(key) && !this.own.has(key);
			const taken = new Set(keys.filter(isTaken));
			for (const key of keys) if (!taken.has(key)) this.own.add(key);
			this.answered.splice(0, again.length);
			return taken;
		});
	}

	/**
	 * Waits, once in an execution, until no other seems to be claiming: until the number of keys has not
	 * changed for five seconds, but no longer than a minute.
	 */
	private async waitForOthers(): Promise<void> {
		// In a loop the node runs many times.
		const memory = this.context.getContext('node') as { hasWaited?: boolean };
		if (!memory.hasWaited) this.quiet = this.untilQuiet();
		memory.hasWaited = true;
		await this.quiet;
	}

	private async untilQuiet(): Promise<void> {
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
	private async inOrder<Result>(
		step: (helpers: IExecuteFunctions['helpers']) => Promise<Result>,
	): Promise<Result> {
		const name = nodeKey(this.context);
		const take = async (): Promise<Result> => await step(this.context.helpers);
		const turn = (steps.get(name) ?? Promise.resolve()).then(take, take);
		steps.set(name, turn);
		try {
			return await turn;
		} finally {
			if (steps.get(name) === turn) steps.delete(name);
		}
	}
}
