import { sleep, type IExecuteFunctions } from 'n8n-workflow';
import { isCancelled } from './transport';

/** Keys that this node has claimed, in any execution of a saved workflow. n8n keeps them. */
export interface Claims {
	/**
	 * Claims keys, and returns those that were claimed before. If there are any, another execution may be
	 * claiming at this moment, so it waits first until there is none.
	 *
	 * @throws an error of n8n if the keys could not be stored
	 */
	claim: (keys: string[]) => Promise<Set<string>>;
	/** @throws an error of n8n if the keys could not be removed */
	release: (keys: string[]) => Promise<void>;
	/** Returns how many keys there are. */
	count: () => Promise<number>;
}

const SCOPE = 'node';
const MODE = 'entries';

/** n8n looks at every stored key for each that it removes, and does nothing else meanwhile. */
const KEYS_PER_REMOVAL = 100;

/**
 * Opens the keys of a node. n8n reads, changes and writes all of them at each step and locks nothing, so
 * steps of this process wait for each other. Of another process they are only kept apart by the waiting.
 *
 * @param most how many keys to keep of earlier runs and the first claim: n8n forgets the oldest
 */
export function claimsOf(context: IExecuteFunctions, most: number): Claims {
	const { helpers } = context;
	const name = `${String(context.getWorkflow().id)}/${context.getNode().id}`;
	let limit: { maxEntries?: number } = { maxEntries: most };
	// In a loop the node runs many times, and once is enough.
	const memory = context.getContext('node') as { hasWaited?: boolean };
	const count = async () => await helpers.getProcessedDataCount(SCOPE, { mode: MODE });
	return {
		count,
		async claim(keys) {
			const known = await inOrder(name, async () => {
				const options = { mode: MODE, ...limit } as const;
				const { processed } = await helpers.checkProcessedAndRecord(keys, SCOPE, options);
				// Later claims of this run must not push out its own first ones.
				limit = {};
				return new Set(processed.map(String));
			});
			if (known.size > 0 && !memory.hasWaited) {
				memory.hasWaited = true;
				await silence(count, () => isCancelled(context));
			}
			return known;
		},
		async release(keys) {
			for (let first = 0; first < keys.length; first += KEYS_PER_REMOVAL) {
				const some = keys.slice(first, first + KEYS_PER_REMOVAL);
				await inOrder(name, async () => await helpers.removeProcessed(some, SCOPE, { mode: MODE }));
			}
		},
	};
}

/** The last step for each node of this process. */
const steps = new Map<string, Promise<unknown>>();

/** Does a step once those before it are over, however they ended. */
async function inOrder<Result>(name: string, step: () => Promise<Result>): Promise<Result> {
	const turn = (steps.get(name) ?? Promise.resolve()).then(step, step);
	steps.set(name, turn);
	try {
		return await turn;
	} finally {
		if (steps.get(name) === turn) steps.delete(name);
	}
}

const SECONDS_OF_SILENCE = 5;

/** Waits until the number of keys has not changed for some seconds, or cannot be read. */
async function silence(count: () => Promise<number>, isOver: () => boolean): Promise<void> {
	let before: number | undefined;
	for (let seconds = 0; seconds < SECONDS_OF_SILENCE && !isOver(); seconds += 1) {
		// The keys are claimed already: not being able to count must not look like a failed claim.
		const now = await count().catch(() => undefined);
		if (now !== before) seconds = 0;
		before = now;
		await sleep(1000);
	}
}
