/** The most that the simulator keeps of each kind; README.md says what happens beyond it. */
export interface Limits {
	messages: number;
	/** The latest messages, with which a listener begins. It begins anew when it has twice as many. */
	messagesAtFirst: number;
	/** Texts from handsets. */
	texts: number;
	/** Of all accounts together. */
	optOuts: number;
}

export const defaultLimits: Limits = {
	messages: 1_000_000,
	messagesAtFirst: 100_000,
	texts: 100_000,
	optOuts: 100_000,
};

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
