import type { Clock } from '../specification/time';
import { failure, type Failure, type RequestName } from './failures';
import type { Mask } from './mask';

/** The result of a call to the gateway: a value, or a failure. Failures are never thrown. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });

export const failed = (reason: Failure): Result<never> => ({ ok: false, failure: reason });

/** A request of an interface, without the login. */
export interface GatewayRequest extends RequestName {
	content: Record<string, unknown>;
	format: Format;
}

/** Writes the content of a request to an address, with the login in it (protocol, "Authentication"). */
export type Format = (url: string, content: Record<string, unknown>, login: Login) => HttpRequest;

interface Login {
	user: string;
	password: string;
	prefix: string;
}

interface HttpRequest {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: string;
}

/** An HTTP answer of any status. */
export interface Answer {
	to: RequestName;
	status: number;
	/** Whether a proxy signed the answer, which the gateway may never have seen. */
	byProxy?: boolean;
	/** The decoded body: all of it, or as much as arrived before `cut`. */
	body: string;
	/** The reason why the body ended early; absent when it is complete. */
	cut?: Failure;
}

/** Signs one request and sends it once, waiting `timeout` milliseconds for the answer. Never throws. */
export type Exchange = (request: GatewayRequest, timeout: number) => Promise<Result<Answer>>;

export interface Connection {
	exchange: Exchange;
	clock: Clock;
	/** ISO code of the country of a known service. */
	country?: string | undefined;
	mask: Mask;
}

/**
 * Makes a connection that tries once more when it broke. For reads that change nothing and take nothing
 * away: never for sending, deleting, transferring or fetching new records.
 */
export const retryingReads = ({ exchange, ...rest }: Connection): Connection => ({
	...rest,
	exchange: async (request, timeout) => {
		const first = await exchange(request, timeout);
		const reason = first.ok ? first.value.cut : first.failure;
		return reason?.kind === 'connectionBroken' ? await exchange(request, timeout) : first;
	},
});

/** The least time, in milliseconds, with which a request is still made. */
const SHORTEST_TIMEOUT = 1000;

/**
 * Makes a connection whose requests must be over by a certain time. Each may take the time that is left;
 * none is made when too little is left for an answer.
 *
 * @param end milliseconds, as of `performance.now()`
 * @param least milliseconds that must be left, unless the request itself may take less
 */
export const withDeadline = (
	{ exchange, ...rest }: Connection,
	end: number,
	least: number,
): Connection => ({
	...rest,
	exchange: async (request, timeout) => {
		const left = Math.min(timeout, Math.floor(end - performance.now()));
		return left < Math.min(Math.max(least, SHORTEST_TIMEOUT), timeout)
			? failed(failure('outOfTime'))
			: await exchange(request, left);
	},
});
