import type { Exchange } from './exchange';

/**
 * Makes an exchange that tries once more when the connection broke. For reads that change nothing and
 * take nothing away: never for sending, deleting, transferring or fetching new records.
 */
export const retryingReads =
	(exchange: Exchange): Exchange =>
	async (request, timeout) => {
		const first = await exchange(request, timeout);
		const reason = first.ok ? first.value.cut : first.failure;
		return reason?.kind === 'connectionBroken' ? await exchange(request, timeout) : first;
	};
