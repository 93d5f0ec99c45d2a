import type { Clock } from '../specification/time';
import type { Failure } from './failures';
import type { PasswordGate } from './passwordGate';
import type { Result } from './result';

/** The name of a request, e.g. in a report. */
export interface RequestName {
	/** Name of the interface. */
	interface: string;
	/** Path at the gateway, e.g. `/xmlgetstatus.asp`. */
	path: string;
}

/** A request with its times, which are written on the gateway's clock when it is sent. */
interface TimedRequest extends RequestName {
	/** ISO 8601, by the name of the parameter or of the element, which comes before the others. */
	times?: Record<string, string> | undefined;
}

/** An HTTP GET request. Its parameters are not yet encoded or signed. */
export interface GetRequest extends TimedRequest {
	method: 'GET';
	parameters: Record<string, string>;
}

/**
 * An HTTP POST request. `root` is the root element of its XML document without the service's prefix
 * (`StatusRequest` for `Svc_StatusRequest`), `content` the elements after the credentials.
 */
export interface PostRequest extends TimedRequest {
	method: 'POST';
	root: string;
	content: Record<string, unknown>;
}

export type GatewayRequest = GetRequest | PostRequest;

/** An HTTP answer of any status. */
export interface Answer {
	/** The request that was answered. */
	to: RequestName;
	status: number;
	/** Whether a proxy signed the answer, which the gateway may never have seen. */
	byProxy?: boolean;
	/** The decoded body: all of it, or as much as arrived before `cut`. */
	body: string;
	/** The reason why the body ended early; absent when it is complete. */
	cut?: Failure;
	/** Whether its length was known beforehand, so that an end without `cut` is the real end. */
	framed: boolean;
	/** The clock that all times in the body are on. */
	clock: Clock;
	/** Keeps the password out of what is shown of the answer. */
	gate: PasswordGate;
}

/**
 * Signs one request and sends it to the gateway once. Never throws.
 *
 * @param timeout milliseconds to wait for the answer
 */
export type Exchange = (request: GatewayRequest, timeout: number) => Promise<Result<Answer>>;
