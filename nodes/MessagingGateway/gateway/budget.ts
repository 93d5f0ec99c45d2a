import type { Exchange } from './exchange';
import { failure } from './failures';
import { SHORTEST_TIMEOUT } from './limits';
import { failed } from './result';

/**
 * An exchange for requests that have to be over together by a certain time: each may take what is
 * left, and none is begun that could hardly be answered.
 *
 * @param milliseconds from now on
 */
export function within(milliseconds: number, exchange: Exchange): Exchange {
	const end = Date.now() + Math.floor(milliseconds);
	return async (request) => {
		const left = end - Date.now();
		if (left < SHORTEST_TIMEOUT) return failed(failure('outOfTime'));
		return await exchange({ ...request, timeout: Math.min(request.timeout, left) });
	};
}
