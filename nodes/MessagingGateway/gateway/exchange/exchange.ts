import type { Failure } from './failures';
import type { Result } from './result';

/** What a request is known by, e.g. in a report. */
export interface RequestName {
	/** Name of the interface. */
	interface: string;
	/** Path at the gateway, e.g. `/xmlgetstatus.asp`. */
	path: string;
}

/** A request by HTTP GET, its parameters not yet encoded or signed. */
export interface GetRequest extends RequestName {
	method: 'GET';
	parameters: Record<string, string>;
}

/**
 * A request by HTTP POST. `root` is the root element of its XML document without the service's prefix
 * (`StatusRequest` for `Svc_StatusRequest`), `content` the elements after the credentials.
 */
export interface PostRequest extends RequestName {
	method: 'POST';
	root: string;
	content: Record<string, unknown>;
}

export type GatewayRequest = GetRequest | PostRequest;

/** What came back over HTTP, whatever its status. */
export interface Answer {
	/** The request that was answered. */
	to: RequestName;
	status: number;
	/** The decoded body: all of it, or as much as arrived before `cut`. */
	body: string;
	/** Why the body ended early; absent when it came whole. */
	cut?: Failure;
	/** Whether its length was told beforehand, so that an end without `cut` is its end. */
	framed: boolean;
	/** Makes text of the answer fit to be shown: the password is taken out of it. */
	conceal: (text: string) => string;
}

/**
 * Carries one signed request to the gateway, once. Never throws.
 *
 * @param timeout milliseconds until the answer is given up
 */
export type Exchange = (request: GatewayRequest, timeout: number) => Promise<Result<Answer>>;
