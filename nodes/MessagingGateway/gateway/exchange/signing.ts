import { XMLBuilder } from 'fast-xml-parser';
import { addressOf, get, post, type GatewayRequest, type PostRequest } from './request';
import { serviceOf, textOf, withoutSlashes, type Credentials, type Service } from './services';

/** A request as an HTTP client sends it. */
interface HttpRequest {
	method: 'GET' | 'POST';
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
	const { baseUrl, prefix } = usableService(credentials);
	const url = baseUrl + request.path;
	const user = textOf(credentials.user).trim();
	const password = textOf(credentials.password);
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

const builder = new XMLBuilder({ ignoreAttributes: true, format: false });

/** Writes an XML document in plain ASCII, the same in every charset, without what XML cannot hold. */
function writeXml(root: string, content: Record<string, unknown>): string {
	const xml: string = builder.build({ [root]: content });
	return (
		'<?xml version="1.0" encoding="utf-8"?>' +
		xml
			.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
			.replace(/[^\t\n\r\u0020-\u007E]/gu, (character) => `&#${character.codePointAt(0)};`)
	);
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
	const path = pathBelow(usableService(credentials).baseUrl, url ?? uri ?? '');
	return method === 'GET' ? get(path) : post(path, ...documentOf(body));
}

function usableService(credentials: Credentials): Service {
	const service = serviceOf(credentials);
	if (!service.ok) throw new Error(service.failure.message);
	return service.value;
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
