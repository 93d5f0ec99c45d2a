/** What was found, by key: for statuses, `105 SENT` by message ID. */
export type Found = Record<string, string>;

/** What an event remembers between two polls. */
export interface Memory {
	/** What was found last. */
	seen: Found;
	/** What changes replaced of which an earlier process did not learn whether they arrived; '' for nothing. */
	doubtful: Found;
}

/** What an event has found now. */
export interface NewMemory extends Memory {
	/** What the changes replaced that are given for the first time. */
	replaced: Found;
}

/** The memory of an event that has stored none yet, and of a test, which compares with nothing. */
export const NO_MEMORY: Memory = { seen: {}, doubtful: {} };

/** The form in which n8n stores a memory. */
type StoredMemory = Memory & { version: 1 };

/** Reads what another process has stored; any form other than this version's counts as nothing. */
export function recall(stored: unknown): Memory {
	const { version, seen, doubtful } = (stored ?? {}) as Partial<StoredMemory>;
	if (version !== 1 || typeof seen !== 'object' || seen === null) return NO_MEMORY;
	return { seen, doubtful: Object(doubtful) as Found };
}

/**
 * Makes the form to store. n8n stores it just before it begins an execution: if it is killed in between, the
 * next process has to doubt that the changes arrived. Of several for one key, the oldest counts.
 *
 * @param unconfirmed what changes replaced that n8n has not confirmed, the oldest first
 */
export const remember = ({ seen, doubtful }: Memory, unconfirmed: Found[]): StoredMemory => ({
	version: 1,
	seen,
	doubtful: Object.assign({}, ...unconfirmed.reverse(), doubtful) as Found,
});
