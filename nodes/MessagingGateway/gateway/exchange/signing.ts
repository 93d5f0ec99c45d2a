import { isTimeZone } from '../specification/time';
import { encodeParameters, writeXml } from './encoding';
import { failure, type Failure } from './failures';
import { KNOWN_SERVICES, type Service } from './services';

/** Login, password and address of an account, as stored in the credential. */
export type Credentials = Record<string, unknown>;

/**
 * A path of the gateway or an address below its Base URL, and for a POST its document as
 * `{ [root]: content }`. The HTTP Request node calls the address `uri`.
 */
interface UnsignedRequest {
	method?: string;
	url?: string;
	uri?: string;
	headers?: object | undefined;
	body?: unknown;
}

/** A redirect could send the login to another host. There are two kinds of HTTP helpers. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
} as const;

type Signature = typeof NO_REDIRECTS & { url: string; skipSslCertificateValidation: boolean };

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
 * @throws Error when the credentials have a problem, or the request is not one for the gateway
 */
export function sign<Request extends UnsignedRequest>(
	credentials: Credentials,
	request: Request,
): Request & Signature {
	const problem = problemOf(credentials);
	const service = serviceOf(credentials);
	if (problem || !service) throw new Error(problem?.message);
	const { baseUrl, prefix } = service;
	const url = baseUrl + pathBelow(baseUrl, request.url ?? request.uri ?? '');
	const user = textOf(credentials.user).trim();
	const password = textOf(credentials.password);
	const common = {
		...request,
		...NO_REDIRECTS,
		skipSslCertificateValidation: credentials.allowUnauthorizedCerts === true,
	};
	if (request.method === 'GET') {
		const separator = url.includes('?') ? '&' : '?';
		return { ...common, url: url + separator + encodeParameters({ user, password }) };
	}
	const [root, content] = documentOf(request.body);
	const signed = { User: user, Password: password, ...content };
	return {
		...common,
		url,
		headers: { ...request.headers, 'Content-Type': 'text/xml; charset=utf-8' },
		body: writeXml(`${prefix}_${root}`, signed),
	};
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
function documentOf(body: unknown): [string, object] {
	const [document, ...others] =
		typeof body === 'object' && body !== null ? Object.entries(body) : [];
	if (document && others.length === 0 && typeof document[1] === 'object') return document;
	throw new Error(
		'This is not a request of the XML interface. Give its body as JSON, as in {"Replies": {}}: the root element without the prefix, and what follows the login',
	);
}

const textOf = (value: unknown): string => String(value ?? '');

const withoutSlashes = (address: string): string => address.replace(/(?<!\/)\/+$/, '');
