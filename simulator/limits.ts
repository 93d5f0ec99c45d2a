/** The most that the simulator keeps of each kind; README.md says what happens beyond it. */
export interface Limits {
	messages: number;
	/** The latest messages, with which a listener begins. It begins anew when it has twice as many. */
	messagesAtFirst: number;
	/** Texts from handsets. */
	texts: number;
	/** Of all accounts together. */
	optOuts: number;
	accounts: number;
	/** On each of the two lists of numbers: blacklist and industry Do Not Contact. */
	listedNumbers: number;
	/** Outcomes by number ending. */
	endings: number;
	/** Faults not used up. */
	faults: number;
}

export const defaultLimits: Limits = {
	messages: 1_000_000,
	messagesAtFirst: 100_000,
	texts: 100_000,
	optOuts: 100_000,
	accounts: 1000,
	listedNumbers: 1_000_000,
	endings: 1000,
	faults: 100,
};

/** A control request that would make the simulator keep too much. */
class LimitReached extends Error {
	readonly statusCode = 400;
}

/** @throws LimitReached when there would be more than the limit */
export function requireAtMost(limit: number, count: number, things: string): void {
	if (count > limit) throw new LimitReached(`The simulator keeps at most ${limit} ${things}.`);
}

/**
 * What leaves a full list: the oldest tenth, those that are done with before any other. A tenth at
 * once, because each time costs a walk through the whole list.
 */
export function oldestTenth<Item>(
	oldestFirst: readonly Item[],
	isDone: (item: Item) => boolean,
): ReadonlySet<Item> {
	const done = oldestFirst.filter(isDone);
	const others = oldestFirst.filter((item) => !isDone(item));
	return new Set([...done, ...others].slice(0, Math.ceil(oldestFirst.length / 10)));
}
