import type { Exchange } from './exchange';
import { failure } from './failures';
import { failed } from './result';

/** Below this, in milliseconds, a request is not begun. */
const SHORTEST_TIMEOUT = 1000;

/**
 * An exchange for requests that have to be over by a certain time: each may take what is left, and none
 * is begun that could hardly be answered.
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
 * An exchange for requests whose answer is lost when it is given up: none is begun without its whole
 * time.
 *
 * @param end milliseconds, as of `Date.now()`
 * @param most milliseconds that a request may take
 */
export const wholly =
	(end: number, most: number, exchange: Exchange): Exchange =>
	async (request, timeout) => {
		const whole = Math.min(timeout, most);
		const isTooLate = Date.now() + whole > end || whole < Math.min(SHORTEST_TIMEOUT, timeout);
		return isTooLate ? failed(failure('outOfTime')) : await exchange(request, whole);
	};
