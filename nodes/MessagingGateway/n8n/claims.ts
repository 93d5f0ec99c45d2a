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

/**
 * Keys that a run claims in n8n's deduplication store, where all runs of a saved node find them.
 *
 * The store is one row, which n8n reads, changes and writes without a lock. So the steps of this process
 * wait for each other, and against those of another process, which may overwrite them, the keys to keep
 * are written again with the next claim and at the end.
 */
export class Claims {
	private readonly kept: string[] = [];
	private notWrittenAgain: string[] = [];
	private unreleased: string[] = [];
	private quiet: Promise<void> | undefined;

	/** @param maxEntries gives the number of keys that n8n keeps at a claim: it forgets the oldest */
	constructor(
		private readonly context: IExecuteFunctions,
		private readonly maxEntries: () => number,
	) {}

	/**
	 * Claims keys, and returns those that were claimed before.
	 *
	 * @throws an error of n8n if the keys could not be stored
	 */
	async claim(keys: string[]): Promise<Set<string>> {
		if (keys.length === 0) return new Set();
		await this.quiet;
		const again = this.notWrittenAgain.splice(0);
		const { processed } = await this.inOrder(
			async ({ checkProcessedAndRecord }) =>
				await checkProcessedAndRecord([...again, ...keys], SCOPE, {
					mode: MODE,
					maxEntries: this.maxEntries(),
				}),
		);
		const known = new Set(processed.map(String));
		for (const key of again) known.delete(key);
		return known;
	}

	/** Says which keys to keep, and gives up others. What cannot be given up now is tried again. */
	async settle(kept: string[], released: string[]): Promise<void> {
		this.kept.push(...kept);
		this.notWrittenAgain.push(...kept);
		this.unreleased.push(...released);
		await this.releaseAll();
	}

	/** Writes the keys to keep again, and gives up the others. Returns whether all were given up. */
	async close(): Promise<boolean> {
		this.notWrittenAgain = [];
		await this.claim(this.kept).catch(() => undefined);
		for (let tries = 1; tries < TRIES_AT_THE_END; tries += 1) {
			if (await this.releaseAll()) return true;
			await sleep(1000);
		}
		return await this.releaseAll();
	}

	/**
	 * Waits, once in an execution, until no other seems to be claiming: until the number of keys has not
	 * changed for five seconds, but no longer than a minute.
	 */
	async waitForOthers(): Promise<void> {
		// In a loop the node runs many times.
		const memory = this.context.getContext('node') as { hasWaited?: boolean };
		if (!memory.hasWaited) this.quiet = this.untilQuiet();
		memory.hasWaited = true;
		await this.quiet;
	}

	/** Returns how many keys there are. */
	async count(): Promise<number> {
		return await this.context.helpers.getProcessedDataCount(SCOPE, { mode: MODE });
	}

	private async untilQuiet(): Promise<void> {
		let before: number | undefined;
		let quietSeconds = 0;
		for (let seconds = 0; seconds < LONGEST_WAIT_SECONDS; seconds += 1) {
			const now = await this.count().catch(() => undefined);
			quietSeconds = now === before ? quietSeconds + 1 : 0;
			if (quietSeconds >= SECONDS_OF_QUIET || isCancelled(this.context)) return;
			before = now;
			await sleep(1000);
		}
	}

	/** Returns whether it gave up all of them. */
	private async releaseAll(): Promise<boolean> {
		while (this.unreleased.length > 0) {
			const some = this.unreleased.splice(0, KEYS_PER_REMOVAL);
			const isDone = await this.inOrder(
				async ({ removeProcessed }) => await removeProcessed(some, SCOPE, { mode: MODE }),
			).then(
				() => true,
				() => false,
			);
			if (isDone) continue;
			this.unreleased.push(...some);
			return false;
		}
		return true;
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
