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

/** Reads what another process has stored; nothing at first. */
export function recall(stored: unknown): Memory {
	const { seen, doubtful } = Object(stored) as Partial<Memory>;
	return { seen: Object(seen) as Found, doubtful: Object(doubtful) as Found };
}

/**
 * Makes the form to store. n8n stores it just before it begins an execution: if it is killed in between, the
 * next process has to doubt that the changes arrived. Of several for one key, the oldest counts.
 *
 * @param unconfirmed what changes replaced that n8n has not confirmed, the oldest first
 */
export const remember = ({ seen, doubtful }: Memory, unconfirmed: Found[]): Memory => ({
	seen,
	doubtful: Object.assign({}, ...unconfirmed.reverse(), doubtful) as Found,
});
