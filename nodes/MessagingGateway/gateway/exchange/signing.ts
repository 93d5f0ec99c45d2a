import { writeXml } from './encoding';

/** Login, password and address of an account, as the credential holds them. */
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

/**
 * Signs a request (spec, "Authentication"): a GET by two more parameters at the end of its address, a
 * POST by writing its document with the credentials as the first elements.
 *
 * @throws Error when the Base URL is not a web address, or the request is not a path of the gateway
 */
export function sign<Request extends UnsignedRequest>(
	credentials: Credentials,
	request: Request,
): Request & Signature {
	// Anything but a path could carry the login to another host.
	if (!request.url?.startsWith('/')) throw new Error('Only paths of the gateway are signed');
	const url = textOf(credentials.baseUrl).trim().replace(/\/+$/, '') + request.url;
	if (!/^https?:\/\//i.test(url)) {
		throw Object.assign(new Error('Invalid URL'), { code: 'ERR_INVALID_URL' });
	}
	const user = textOf(credentials.user);
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
	const prefix = textOf(credentials.brand).trim().replace(/_*$/, '_');
	return {
		...common,
		url,
		headers: { ...request.headers, 'Content-Type': 'text/xml; charset=utf-8' },
		body: writeXml(prefix + root, { User: user, Password: password, ...content }),
	};
}

type Documents = Record<string, object>;

const textOf = (value: unknown): string =>
	value === undefined || value === null ? '' : String(value);
