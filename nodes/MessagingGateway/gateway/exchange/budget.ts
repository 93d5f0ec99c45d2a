import type { Exchange } from './exchange';
import { failure } from './failures';
import { failed } from './result';

/** Below this, in milliseconds, a request is not begun. */
const SHORTEST_TIMEOUT = 1000;

/**
 * An exchange for requests that have to be over together by a certain time: each may take what is
 * left, and none is begun that could hardly be answered.
 *
 * @param milliseconds from now on
 */
export function within(milliseconds: number, exchange: Exchange): Exchange {
	const end = Date.now() + Math.floor(milliseconds);
	return async (request, timeout) => {
		const left = end - Date.now();
		if (left < SHORTEST_TIMEOUT) return failed(failure('outOfTime'));
		return await exchange(request, Math.min(timeout, left));
	};
}
