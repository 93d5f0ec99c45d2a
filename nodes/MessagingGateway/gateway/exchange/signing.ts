import { isTimeZone } from '../specification/time';
import { writeXml } from './encoding';

/** Login, password and address of an account, as stored in the credential. */
export type Credentials = Record<string, unknown>;

/** An unsigned request: a path of the gateway, and for a POST its document as `{ [root]: content }`. */
interface UnsignedRequest {
	method?: string;
	url?: string;
	headers?: object | undefined;
	body?: unknown;
}

interface Signature {
	url: string;
	skipSslCertificateValidation: boolean;
}

/** The problem of a credential that cannot be used, e.g. an address that would send the login elsewhere. */
export function problemOf(
	credentials: Credentials,
): 'invalidAddress' | 'invalidPrefix' | 'invalidTimeZone' | undefined {
	const url = textOf(credentials.baseUrl).trim();
	if (!/^https?:\/\/[^?#@\s\\]+$/i.test(url) || !URL.canParse(url)) return 'invalidAddress';
	if (!XML_NAME.test(prefixOf(credentials))) return 'invalidPrefix';
	return isTimeZone(zoneOf(credentials)) ? undefined : 'invalidTimeZone';
}

const XML_NAME = /^[\p{L}_][\p{L}\p{N}_.-]{0,99}$/u;

/**
 * Signs a request (spec, "Authentication"): a GET with two more parameters at the end of its address, a
 * POST by writing its document with the credentials as the first elements.
 *
 * @throws Error when the credentials have a problem, or the request is not a path of the gateway
 */
export function sign<Request extends UnsignedRequest>(
	credentials: Credentials,
	request: Request,
): Request & Signature {
	// Anything other than a path could send the login to another host.
	if (!request.url?.startsWith('/')) throw new Error('Only paths of the gateway are signed');
	const problem = problemOf(credentials);
	if (problem) throw new Error(`The credential cannot be used: ${problem}`);
	const url = trimEnd(textOf(credentials.baseUrl).trim(), '/') + request.url;
	const user = textOf(credentials.user).trim();
	const password = textOf(credentials.password);
	const common = {
		...request,
		skipSslCertificateValidation: credentials.allowUnauthorizedCerts === true,
	};
	if (request.method === 'GET') {
		const separator = url.includes('?') ? '&' : '?';
		const signature = `user=${encodeURIComponent(user)}&password=${encodeURIComponent(password)}`;
		return { ...common, url: url + separator + signature };
	}
	const [[root, content]] = Object.entries(request.body as Documents) as [[string, object]];
	return {
		...common,
		url,
		headers: { ...request.headers, 'Content-Type': 'text/xml; charset=utf-8' },
		body: writeXml(`${prefixOf(credentials)}_${root}`, {
			User: user,
			Password: password,
			...content,
		}),
	};
}

/** The time zone of the gateway's clock; credentials saved before it could be chosen have none. */
export const zoneOf = ({ timezone = 'UTC' }: Credentials): string => textOf(timezone).trim();

/** The service's prefix of element names, without the underscore at its end. */
const prefixOf = ({ brand }: Credentials): string => trimEnd(textOf(brand).trim(), '_');

function trimEnd(text: string, character: string): string {
	let end = text.length;
	while (text[end - 1] === character) end -= 1;
	return text.slice(0, end);
}

type Documents = Record<string, object>;

const textOf = (value: unknown): string =>
	value === undefined || value === null ? '' : String(value);
