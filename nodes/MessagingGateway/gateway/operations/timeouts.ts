/** Longest time for an answer, in milliseconds. */
export const TIMEOUTS = {
	/** For a request that changes nothing, or takes new records. */
	read: 30_000,
	/** For a request that sends, deletes or transfers: giving up early leaves the result unknown. */
	change: 60_000,
};
