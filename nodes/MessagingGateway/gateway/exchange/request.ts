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
