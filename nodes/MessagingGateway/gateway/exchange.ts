import type { Failure } from './failures';
import type { Result } from './result';

/** A query-interface request: HTTP GET, its parameters not yet encoded or signed. */
export interface QueryRequest {
	method: 'GET';
	path: string;
	parameters: Record<string, string>;
	/** Milliseconds until the answer is given up. */
	timeout: number;
}

/**
 * An XML-interface request: HTTP POST. `root` is the document's root element without the service's
 * prefix (`StatusRequest` for `Svc_StatusRequest`), `content` its children after the credentials.
 */
export interface DocumentRequest {
	method: 'POST';
	path: string;
	root: string;
	content: Record<string, unknown>;
	/** Milliseconds until the answer is given up. */
	timeout: number;
}

export type GatewayRequest = QueryRequest | DocumentRequest;

/** What came back over HTTP, whatever its status. */
export interface Answer {
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

/** Carries one signed request to the gateway, once. Never throws. */
export type Exchange = (request: GatewayRequest) => Promise<Result<Answer>>;

/** The two interfaces of the service. */
export type GatewayInterface = 'query' | 'xml';
