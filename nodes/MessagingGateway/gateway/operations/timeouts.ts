/** Longest time for an answer, in milliseconds. */
export const TIMEOUTS: Readonly<Record<'read' | 'take' | 'change', number>> = {
	/** For a request that changes nothing. */
	read: 45_000,
	/** For a request that takes new records: giving up loses them. */
	take: 240_000,
	/** For a request that sends, deletes or transfers: giving up early leaves the result unknown. */
	change: 60_000,
};
