/** The name of a request, e.g. in a report. */
export interface RequestName {
	/** Name of the interface. */
	interface: string;
	/** Path at the gateway, e.g. `/xmlgetstatus.asp`. */
	path: string;
}

/** An HTTP GET request. Its parameters are not yet encoded or signed. */
export interface GetRequest extends RequestName {
	method: 'GET';
	parameters: Record<string, string>;
}

/**
 * An HTTP POST request. `root` is the root element of its XML document without the service's prefix
 * (`StatusRequest` for `Svc_StatusRequest`), `content` the elements after the credentials.
 */
export interface PostRequest extends RequestName {
	method: 'POST';
	root: string;
	content: Record<string, unknown>;
}

export type GatewayRequest = GetRequest | PostRequest;

/** A request of the query interface. */
export const get = (path: string, parameters: Record<string, string> = {}): GetRequest => ({
	interface: 'query',
	method: 'GET',
	path,
	parameters,
});

/** A request of the XML interface. */
export const post = (
	path: string,
	root: string,
	content: Record<string, unknown>,
): PostRequest => ({ interface: 'xml', method: 'POST', path, root, content });

/** Adds parameters to an address, encoded; only unreserved characters are left as they are. */
export const addressOf = (address: string, parameters: Record<string, string>): string =>
	Object.entries(parameters).reduce(
		(url, [name, value]) =>
			`${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(value)}`,
		address,
	);
