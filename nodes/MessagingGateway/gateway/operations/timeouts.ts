/** How long an answer may take, in milliseconds. */
export const TIMEOUTS = {
	/** Of a request that changes nothing, or takes new records. */
	read: 30_000,
	/** Of a request that sends, deletes or transfers: to give up early leaves people in doubt. */
	change: 60_000,
};
