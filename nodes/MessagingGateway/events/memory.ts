/** What was found last, by key: for statuses, `105 SENT` by message ID. */
export type Found = Record<string, string>;

/** What an event finds in its memory. */
export interface Memory {
	seen: Found;
	/** What unconfirmed changes replaced; '' for nothing. Of several for one key, the oldest counts. */
	before: Found;
	/** The part of `before` that is to be emitted again. For the rest, n8n has not answered yet. */
	doubtful: Found;
}

/** The state of an event that n8n stores between two polls. */
export interface StoredMemory extends Omit<Memory, 'doubtful'> {
	version: 1;
}

/** What an event has found now. */
export interface NewMemory {
	seen: Found;
	/** The keys of the items, in their order. */
	changed: string[];
}

/** The last emission of each key in this process, with what became of it. */
export type Emitted = Map<string, { state: string }>;

/** The memory of an event that has stored none yet, and of a test, which compares with nothing. */
export const NO_MEMORY: Memory = { seen: {}, before: {}, doubtful: {} };

/**
 * Reads the state that n8n stored; any form other than this version's counts as nothing.
 *
 * n8n stores it just before it begins the execution with the changes. A change is confirmed once n8n says
 * in this process that the execution began. All others, also of an earlier process, are doubtful.
 */
export function recall(stored: unknown, emitted: Emitted): Memory {
	const { version, seen, before } = (stored ?? {}) as Partial<StoredMemory>;
	if (version !== 1 || typeof seen !== 'object' || seen === null) return NO_MEMORY;
	const stateOf = (key: string) => emitted.get(key)?.state;
	const unconfirmed = Object.entries(before ?? {}).filter(([key]) => stateOf(key) !== 'begun');
	const doubtful = unconfirmed.filter(([key]) => stateOf(key) !== 'open');
	return { seen, before: Object.fromEntries(unconfirmed), doubtful: Object.fromEntries(doubtful) };
}

/** Makes the state to store with the changes. Keys that are no longer seen are forgotten. */
export function remember(memory: Memory, { seen, changed }: NewMemory): StoredMemory {
	const before: Found = {};
	for (const key of [...Object.keys(memory.before), ...changed].filter((one) => one in seen)) {
		before[key] = memory.before[key] ?? memory.seen[key] ?? '';
	}
	return { version: 1, seen, before };
}
