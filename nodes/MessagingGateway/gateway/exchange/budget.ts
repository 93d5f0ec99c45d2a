import { failed, type Exchange } from './exchange';
import { failure } from './failures';

/** The least time, in milliseconds, with which a request is still made. */
const SHORTEST_TIMEOUT = 1000;

/**
 * Makes an exchange whose requests must be over by a certain time. Each may take the time that is left;
 * none is made when too little is left for an answer.
 *
 * @param end milliseconds, as of `Date.now()`
 * @param least milliseconds that must be left, unless the request itself may take less
 */
export const until =
	(end: number, exchange: Exchange, least = 0): Exchange =>
	async (request, timeout) => {
		const left = Math.min(timeout, end - Date.now());
		return left < Math.min(Math.max(least, SHORTEST_TIMEOUT), timeout)
			? failed(failure('outOfTime'))
			: await exchange(request, left);
	};
