import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { nodeKey, isCancelled } from './execution';

const SCOPE = 'node';
const MODE = 'entries';

/** n8n compares each key that it removes with all stored ones, and does nothing else meanwhile. */
const COMPARISONS_AT_ONCE = 5_000_000;

/** Keys of earlier claims that are written again, unless the latest claim had more. */
const KEYS_AGAIN = 100;

/** Keys that n8n keeps for a node, unless a run has more. */
export const USUALLY_KEPT = 20_000;
export const MOST_KEPT = 100_000;

/** Keys beyond those kept, for marks and for what other runs claim meanwhile. */
const SPARE_KEYS = 200;

const TRIES_AT_THE_END = 10;
const SECONDS_OF_QUIET = 5;
const LONGEST_WAIT_SECONDS = 60;

interface Write {
	keys: Set<string>;
	known: Promise<Set<string>>;
}

/** What the runs of a node in this process do with its keys. */
interface Line {
	/** The last step: the next one waits for it. */
	last: Promise<unknown>;
	/** The write that others may still join. */
	next?: Write | undefined;
	/** The latest keys of this process, which are written again with the next ones. */
	latest: Set<string>;
	open: Set<Claims>;
	/** The keys of requests under way, each with the end of its request. */
	underWay: Map<string, Promise<void>>;
	/** Whether another process has undone a write of this one. */
	isShared: boolean;
}

const lines = new Map<string, Line>();

/**
 * Keys that a run claims in n8n's deduplication store, where all runs of a saved node find them.
 *
 * The store is one row, which n8n reads, changes and writes as a whole, without a lock. So the runs of
 * this process wait for each other, and those that wait share a write. Another process may overwrite
 * their keys: each write has the latest keys again, which repairs them and shows that there is another.
 */
export class Claims {
	private readonly own = new Set<string>();
	private readonly unreleased = new Set<string>();
	private readonly line: Line;
	/** How many keys n8n keeps after this run. */
	private readonly kept: number;
	/** What n8n keeps for this node while the execution lasts: in a loop the node runs many times. */
	private readonly memory: { hasMetOthers?: boolean; hasWaited?: boolean };
	private quiet: Promise<void> | undefined;
	/** Whether the last write was a release: it does not show whether another process undid a claim. */
	private endsWithRelease = false;

	/** @param count number of keys that the run may claim */
	constructor(
		private readonly context: IExecuteFunctions,
		count: number,
	) {
		this.kept = Math.max(USUALLY_KEPT, count + SPARE_KEYS);
		const name = nodeKey(context);
		this.line = lines.get(name) ?? {
			last: Promise.resolve(),
			latest: new Set(),
			open: new Set(),
			underWay: new Map(),
			isShared: false,
		};
		lines.set(name, this.line);
		this.memory = context.getContext('node');
	}

	/**
	 * Does something with keys that no other run of this process is doing something with: waits for those
	 * that are, as long as it takes.
	 */
	async alone<Result>(keys: string[], work: () => Promise<Result>): Promise<Result> {
		const { underWay } = this.line;
		const busy = () => keys.map((key) => underWay.get(key)).find((end) => end !== undefined);
		for (let end = busy(); end; end = busy()) await end;
		const result = work();
		const forget = (): void => keys.forEach((key) => underWay.delete(key));
		const end = result.then(forget, forget);
		for (const key of keys) underWay.set(key, end);
		return await result;
	}

	/**
	 * Claims keys, with a mark of their request, and returns those that other runs have. After some
	 * were, it waits, once in an execution, until no other run seems to be claiming: before it claims
	 * anything more, or at once if some are free or their request is open. It claims nothing meanwhile.
	 *
	 * @throws an error of n8n if it does not say that the keys are stored
	 */
	async claim(keys: string[], mark: string[] = []): Promise<Set<string>> {
		this.line.open.add(this);
		if (this.memory.hasMetOthers) await (this.quiet ??= this.untilQuiet());
		// What could not be given up before would look like keys of another run.
		if (this.unreleased.size > 0) await this.release([]);
		const all = [...keys, ...mark];
		const known = await this.write(all);
		const taken = new Set(all.filter((key) => known.has(key) && !this.own.has(key)));
		const fresh = all.filter((key) => !known.has(key));
		for (const key of fresh) this.own.add(key);
		for (const key of fresh) this.unreleased.delete(key);
		if (taken.size === 0) return taken;
		this.memory.hasMetOthers = true;
		const isOver = keys.every((key) => taken.has(key)) && !mark.some((key) => taken.has(key));
		if (isOver || this.memory.hasWaited) return taken;
		await this.release(fresh);
		return await this.claim(keys, mark);
	}

	/** Gives up keys, and returns whether all were given up. The others are tried again later. */
	async release(keys: string[]): Promise<boolean> {
		for (const key of keys) {
			this.own.delete(key);
			this.line.latest.delete(key);
			this.unreleased.add(key);
		}
		const { helpers } = this.context;
		const size = Math.ceil(COMPARISONS_AT_ONCE / this.kept);
		while (this.unreleased.size > 0) {
			this.endsWithRelease = true;
			const some = [...this.unreleased].slice(0, size);
			try {
				await this.inOrder(async () => await helpers.removeProcessed(some, SCOPE, { mode: MODE }));
			} catch {
				return false;
			}
			for (const key of some) this.unreleased.delete(key);
		}
		return true;
	}

	/**
	 * Ends the run: writes its keys again if another process may have undone that, and returns whether all
	 * were given up that had to be.
	 */
	async close(): Promise<boolean> {
		if (this.endsWithRelease && this.own.size > 0) await this.write([]).catch(() => undefined);
		if (this.line.isShared && this.own.size > 0) {
			await this.write([...this.own]).catch(() => undefined);
		}
		this.line.open.delete(this);
		for (let tries = 1; !(await this.release([])); tries += 1) {
			if (tries === TRIES_AT_THE_END) return false;
			await sleep(1000);
		}
		return true;
	}

	/** Stores keys together with those of other runs, and returns those that were stored before. */
	private async write(keys: string[]): Promise<Set<string>> {
		this.endsWithRelease = false;
		const write = (this.line.next ??= this.nextWrite());
		const ofOthers = new Set(keys.filter((key) => write.keys.has(key)));
		for (const key of keys) write.keys.add(key);
		const known = await write.known;
		return new Set(keys.filter((key) => known.has(key) || ofOthers.has(key)));
	}

	private nextWrite(): Write {
		const { line } = this;
		const write: Write = {
			keys: new Set(),
			known: this.inOrder(async () => {
				line.next = undefined;
				return await this.store(write);
			}),
		};
		return write;
	}

	private async store({ keys }: Write): Promise<Set<string>> {
		const { line } = this;
		const kept = Math.max(...[...line.open].map((claims) => claims.kept));
		const again = [...line.latest];
		// It forgets once in 200 keys, down to another number each time: a larger run that was killed can be
		// begun again after a small one, and other processes see by the number that keys are claimed.
		const spare = Math.floor(Math.random() * SPARE_KEYS);
		const maxEntries = spare < keys.size ? kept + spare : MOST_KEPT + 2 * SPARE_KEYS;
		const { processed } = await this.context.helpers.checkProcessedAndRecord(
			[...new Set([...again, ...keys])],
			SCOPE,
			{ mode: MODE, maxEntries },
		);
		const known = new Set(processed.map(String));
		line.isShared ||= again.some((key) => line.latest.has(key) && !known.has(key));
		for (const key of again) known.add(key);
		const fresh = [...keys].filter((key) => !known.has(key));
		const latest = [...line.latest, ...fresh];
		line.latest = new Set(latest.slice(-Math.max(KEYS_AGAIN, fresh.length)));
		return known;
	}

	/** Waits until the number of keys has not changed for five seconds, but no longer than a minute. */
	private async untilQuiet(): Promise<void> {
		let before: number | undefined;
		let quietSeconds = 0;
		const { helpers } = this.context;
		for (let seconds = 0; seconds < LONGEST_WAIT_SECONDS && !this.memory.hasWaited; seconds += 1) {
			const now = await helpers.getProcessedDataCount(SCOPE, { mode: MODE }).catch(() => undefined);
			quietSeconds = now === before ? quietSeconds + 1 : 0;
			if (quietSeconds >= SECONDS_OF_QUIET || isCancelled(this.context)) break;
			before = now;
			await sleep(1000);
		}
		this.memory.hasWaited = true;
	}

	private async inOrder<Result>(step: () => Promise<Result>): Promise<Result> {
		const turn = this.line.last.then(step, step);
		this.line.last = turn;
		return await turn;
	}
}
