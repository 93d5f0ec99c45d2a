import { XMLBuilder } from 'fast-xml-parser';
import type { Format, GatewayRequest } from './exchange';
import { serviceOf, asString, withoutSlashes, type Credentials, type Service } from './services';

/** Adds parameters to an address, encoded; only unreserved characters are left as they are. */
export const addressOf = (address: string, parameters: Record<string, unknown>): string =>
	Object.entries(parameters).reduce(
		(url, [name, value]) =>
			`${url}${url.includes('?') ? '&' : '?'}${name}=${encodeURIComponent(String(value))}`,
		address,
	);

/** A GET with its content as parameters, and the login as two more at the end. */
export const parameters: Format = (url, content, { user, password }) => ({
	method: 'GET',
	url: addressOf(url, { ...content, user, password }),
});

/**
 * A POST with its content, `{ [root]: elements }`, as an XML document. The root gets the prefix, and the
 * login as its first elements.
 */
export const xmlDocument: Format = (url, content, { user, password, prefix }) => {
	const [[root, elements]] = Object.entries(content) as [[string, object]];
	return {
		method: 'POST',
		url,
		headers: { 'Content-Type': 'text/xml; charset=utf-8' },
		body: writeXml({ [`${prefix}_${root}`]: { User: user, Password: password, ...elements } }),
	};
};

const builder = new XMLBuilder({ ignoreAttributes: true, format: false });

/** Writes an XML document in plain ASCII, the same in every charset, without what XML cannot hold. */
function writeXml(content: object): string {
	const xml: string = builder.build(content);
	return (
		'<?xml version="1.0" encoding="utf-8"?>' +
		xml
			.replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
			.replace(/[^\t\n\r\u0020-\u007E]/gu, (character) => `&#${character.codePointAt(0)};`)
	);
}

/** A redirect could send the login to another host. n8n's two HTTP helpers have different names for it. */
const NO_REDIRECTS = {
	disableFollowRedirect: true,
	followRedirect: false,
	followAllRedirects: false,
} as const;

/**
 * Signs a request.
 *
 * @throws Error when the credentials have a problem
 */
export function sign(
	credentials: Credentials,
	{ path, content, format }: Omit<GatewayRequest, 'interface'>,
) {
	const { baseUrl, prefix } = usableService(credentials);
	const user = asString(credentials.user).trim();
	const login = { user, password: asString(credentials.password), prefix };
	return {
		...format(baseUrl + path, content, login),
		...NO_REDIRECTS,
		skipSslCertificateValidation: credentials.allowUnauthorizedCerts === true,
	};
}

/** A request of another program to be signed. The HTTP Request node calls the address `uri`. */
interface OtherRequest {
	method?: string;
	url?: string;
	uri?: string;
	body?: unknown;
}

/**
 * Signs a request of another program: a path of the gateway or an address below its Base URL, and for a POST
 * its document as `{ [root]: elements }`.
 *
 * @throws Error when the credentials have a problem, or it is not a request for the gateway
 */
export function signOther(credentials: Credentials, { method, url, uri, body }: OtherRequest) {
	const path = pathBelow(usableService(credentials).baseUrl, url ?? uri ?? '');
	return method === 'GET'
		? sign(credentials, { path, content: {}, format: parameters })
		: sign(credentials, { path, content: documentOf(body), format: xmlDocument });
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

function documentOf(body: unknown): Record<string, unknown> {
	const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
	const roots: unknown[] = isObject(body) ? Object.values(body) : [];
	if (roots.length === 1 && roots.every(isObject)) return body as Record<string, unknown>;
	throw new Error(
		'This is not a request of the XML interface. Give its body as JSON, as in {"Replies": {}}: the root element without the prefix, and what follows the login',
	);
}
