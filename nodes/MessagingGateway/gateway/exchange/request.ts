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
