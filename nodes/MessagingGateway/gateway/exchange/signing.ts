import { isTimeZone } from '../specification/time';
import { addressOf, writeXml } from './encoding';
import { failure, type Failure } from './failures';
import type { GatewayRequest, PostRequest } from './request';
import { KNOWN_SERVICES, type Service } from './services';

/** Login, password and address of an account, as stored in the credential. */
export type Credentials = Record<string, unknown>;

/** A request as an HTTP client sends it. */
interface HttpRequest {
	method: 'GET' | 'POST';
	/** The whole address. */
	url: string;
	headers?: Record<string, string>;
	body?: string;
	skipSslCertificateValidation: boolean;
}

/** A redirect could send the login to another host. n8n's two HTTP helpers have different names for it. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
} as const;

/** The problem of a credential that cannot be used, e.g. an address that would send the login elsewhere. */
export function problemOf(credentials: Credentials): Failure | undefined {
	const service = serviceOf(credentials);
	if (service === undefined) return failure('unknownService');
	const { baseUrl, prefix, timeZone } = service;
	if (!/^https?:(?:\/\/|$)/i.test(baseUrl)) return failure('addressWithoutHttps');
	if (ENDPOINT.test(baseUrl)) return failure('endpointAsAddress');
	if (!/^[^?#@\s\\]+$/.test(baseUrl) || !URL.canParse(baseUrl)) return failure('invalidAddress');
	if (!XML_NAME.test(prefix)) return failure('invalidPrefix');
	return isTimeZone(timeZone) ? undefined : failure('invalidTimeZone');
}

/** All endpoints end like this, perhaps with the parameters of a request behind them. */
const ENDPOINT = /\.aspx?(?:$|[?#])/i;
const XML_NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u;

/**
 * Signs a request (protocol, "Authentication"): a GET with two more parameters at the end of its address, a
 * POST by writing its document with the credentials as the first elements.
 *
 * @throws Error when the credentials have a problem
 */
export function sign(
	credentials: Credentials,
	request: GatewayRequest,
): HttpRequest & typeof NO_REDIRECTS {
	const { baseUrl, prefix } = usableServiceOf(credentials);
	const url = baseUrl + request.path;
	const user = textOf(credentials.user).trim();
	const password = passwordOf(credentials);
	const common = {
		...NO_REDIRECTS,
		skipSslCertificateValidation: credentials.allowUnauthorizedCerts === true,
	};
	if (request.method === 'GET') {
		const parameters = { ...request.parameters, user, password };
		return { ...common, method: 'GET', url: addressOf(url, parameters) };
	}
	const content = { User: user, Password: password, ...request.content };
	return {
		...common,
		method: 'POST',
		url,
		headers: { 'Content-Type': 'text/xml; charset=utf-8' },
		body: writeXml(`${prefix}_${request.root}`, content),
	};
}

/** An HTTP request to be signed. The HTTP Request node calls the address `uri`. */
interface UnsignedRequest {
	method?: string;
	url?: string;
	uri?: string;
	body?: unknown;
}

/**
 * Reads a request that another program wants to have signed: a path of the gateway or an address below its
 * Base URL, and for a POST its document as `{ [root]: content }`.
 *
 * @throws Error when the credentials have a problem, or it is not a request for the gateway
 */
export function readRequest(
	credentials: Credentials,
	{ method, url, uri, body }: UnsignedRequest,
): GatewayRequest {
	const path = pathBelow(usableServiceOf(credentials).baseUrl, url ?? uri ?? '');
	if (method === 'GET') return { interface: 'query', method, path, parameters: {} };
	const [root, content] = documentOf(body);
	return { interface: 'xml', method: 'POST', path, root, content };
}

function usableServiceOf(credentials: Credentials): Service {
	const problem = problemOf(credentials);
	const service = serviceOf(credentials);
	if (problem || !service) throw new Error(problem?.message);
	return service;
}

/** The service of a credential: a known one, or the one in its other fields. Undefined for any other name. */
export function serviceOf({
	service = 'other',
	baseUrl,
	brand,
	timezone = 'UTC',
}: Credentials): Service | undefined {
	if (service !== 'other') return KNOWN_SERVICES.find(({ value }) => value === service);
	return {
		baseUrl: withoutSlashes(textOf(baseUrl).trim()),
		// The underscore belongs to the element name.
		prefix: textOf(brand)
			.trim()
			.replace(/(?<!_)_+$/, ''),
		timeZone: textOf(timezone).trim(),
	};
}

/** The path below the Base URL. Any other address could be that of another host. */
function pathBelow(baseUrl: string, address: string): string {
	if (address.startsWith('/')) return address;
	const root = `${withoutSlashes(plainAddress(baseUrl))}/`;
	const plain = URL.canParse(address) ? plainAddress(address) : '';
	if (plain.startsWith(root)) return plain.slice(root.length - 1);
	throw new Error(
		`This address is not one of the gateway. Enter one below the 'Base URL' of the credential, such as ${root}credits.asp`,
	);
}

/** An address as it is requested: with dots resolved, and without a login or a fragment. */
function plainAddress(address: string): string {
	const { origin, pathname, search } = new URL(address);
	return origin + pathname + search;
}

/** The root element, without the prefix, and its content. */
function documentOf(body: unknown): [string, PostRequest['content']] {
	const [document, ...others] =
		typeof body === 'object' && body !== null ? Object.entries(body) : [];
	if (document && others.length === 0 && typeof document[1] === 'object') return document;
	throw new Error(
		'This is not a request of the XML interface. Give its body as JSON, as in {"Replies": {}}: the root element without the prefix, and what follows the login',
	);
}

export const passwordOf = ({ password }: Credentials): string => textOf(password);

const textOf = (value: unknown): string => String(value ?? '');

const withoutSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');
