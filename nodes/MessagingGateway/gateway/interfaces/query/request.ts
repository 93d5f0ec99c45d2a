import type { GetRequest } from '../../exchange/request';

/** A request of the query interface. */
export const get = (path: string, parameters: Record<string, string> = {}): GetRequest => ({
	interface: 'query',
	method: 'GET',
	path,
	parameters,
});
