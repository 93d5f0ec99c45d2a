/** The name of a request, e.g. in a report. */
export interface RequestName {
	/** Name of the interface. */
	interface: string;
	/** Path at the gateway, e.g. `/xmlgetstatus.asp`. */
	path: string;
}

/** A request of an interface, without the login. */
export interface GatewayRequest extends RequestName {
	content: Record<string, unknown>;
	format: Format;
}

/** Writes the content of a request to an address, with the login in it (protocol, "Authentication"). */
export type Format = (url: string, content: Record<string, unknown>, login: Login) => HttpRequest;

/** The login of an account, and the prefix of its service. */
interface Login {
	user: string;
	password: string;
	prefix: string;
}

/** A request as an HTTP client sends it. */
interface HttpRequest {
	method: 'GET' | 'POST';
	url: string;
	headers?: Record<string, string>;
	body?: string;
}

/** Adds parameters to an address, encoded; only unreserved characters are left as they are. */
export const addressOf = (address: string, parameters: Record<string, unknown>): string =>
	Object.entries(parameters).reduce(
		(url, [name, value]) =>
			`${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(String(value))}`,
		address,
	);
