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
 * Makes an exchange for requests whose answer is lost when it is given up. A request is made only if
 * its full time is left.
 *
 * @param end milliseconds, as of `Date.now()`
 * @param most milliseconds that a request may take at most
 */
export const wholly =
	(end: number, most: number, exchange: Exchange): Exchange =>
	async (request, timeout) => {
		const whole = Math.min(timeout, most);
		const isTooLate = Date.now() + whole > end || whole < Math.min(SHORTEST_TIMEOUT, timeout);
		return isTooLate ? failed(failure('outOfTime')) : await exchange(request, whole);
	};
