import type { Exchange } from './exchange';
import { failure } from './failures';
import { failed } from './result';

/** The least time, in milliseconds, with which a request is still made. */
const SHORTEST_TIMEOUT = 1000;

/**
 * Makes an exchange whose requests must be over by a certain time. Each may take the time that is left;
 * none is made when too little is left for an answer.
 *
 * @param end milliseconds, as of `Date.now()`
 */
export const until =
	(end: number, exchange: Exchange): Exchange =>
	async (request, timeout) => {
		const left = Math.min(timeout, end - Date.now());
		return left < Math.min(SHORTEST_TIMEOUT, timeout)
			? failed(failure('outOfTime'))
			: await exchange(request, left);
	};

/**
 * Makes an exchange for requests whose answer is lost when it is given up. A request may take all the time
 * that is left, and is made only if enough of it is left.
 *
 * @param end milliseconds, as of `Date.now()`
 * @param least milliseconds that must be left, unless the request itself may take less
 */
export const withFullTime = (end: number, least: number, exchange: Exchange): Exchange => {
	const inTime = until(end, exchange);
	return async (request, timeout) =>
		end - Date.now() < Math.min(least, timeout)
			? failed(failure('outOfTime'))
			: await inTime(request, timeout);
};
