import type { Account } from '../accounts';
import type { Gateway } from '../gateway';
import type { Parameters } from './parameters';

/** The protocol's answer to wrong credentials on most operations (protocol, "Authentication"). */
export const FAIL = 'FAIL&';

/** The most numbers or IDs in one call; those after it are not answered (protocol, "Limits"). */
export const MAX_LISTED = 100;

/** One operation of the query interface: an HTTP GET (protocol, "Query interface (HTTP GET)"). */
export interface QueryOperation {
	readonly path: string;
	/** What the page calls it. */
	readonly title: string;
	/** The whole answer to wrong credentials. */
	readonly wrongCredentials: string;
	/** A single pair, or the pairs or records of a list. */
	answer(gateway: Gateway, account: Account, parameters: Parameters): string | readonly string[];
}

/** The answer to an invalid request (protocol, "GET /batchmessage.asp"). */
export const errorPair = (text: string): string => `Error=${text}`;

/** The entries of a semicolon-separated list; blank ones do not count. */
export function listed(list: string): string[] {
	return list
		.split(';')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
}
