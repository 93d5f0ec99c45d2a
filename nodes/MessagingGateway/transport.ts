import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	IExecuteFunctions,
	IHttpRequestOptions,
	IPollFunctions,
} from 'n8n-workflow';
import { MessagingGatewayApi } from '../../credentials/MessagingGatewayApi.credentials';
import { decode } from './gateway/charset';
import type { Answer, Exchange, GatewayRequest } from './gateway/exchange';
import { failure, type Failure } from './gateway/failures';
import { encodeParameters } from './gateway/query/pairs';
import { failed, success } from './gateway/result';

export const CREDENTIAL = 'messagingGatewayApi';

/** An HTTP answer whose status and headers have arrived. */
interface HttpResponse {
	statusCode: number;
	headers: Record<string, unknown>;
	body: AsyncIterable<Uint8Array> & { destroy(error: Error): unknown };
}

/** The context of either node. */
type NodeFunctions = IExecuteFunctions | IPollFunctions;

/** Sends one unsigned request through one of n8n's helpers. */
type Helper = (request: IHttpRequestOptions) => Promise<HttpResponse>;

/**
 * Opens the way from a node to the gateway: requests are signed by the credential, sent once, and
 * whatever happens to them comes back as a value that is free of the password. Never throws.
 */
export async function connect(context: NodeFunctions): Promise<Exchange> {
	try {
		const conceal = MessagingGatewayApi.concealing(await context.getCredentials(CREDENTIAL));
		return exchangeThrough(uncancelled(context), conceal);
	} catch (error) {
		return async () => failed(failure('noCredential', (error as Error).message));
	}
}

/**
 * n8n's helper breaks off a request when the execution is cancelled. What the gateway is just
 * accepting would then be accepted without anybody knowing its ID, so it is not told.
 */
function uncancelled(context: NodeFunctions): Helper {
	const { helpers, logger } = context;
	const caller = {
		helpers,
		logger,
		getNode: () => context.getNode(),
		getCredentials: async (type: string) => await context.getCredentials(type),
	} as NodeFunctions;
	return async (request) =>
		await helpers.httpRequestWithAuthentication.call(caller, CREDENTIAL, request);
}

/**
 * The same for the test of a credential, where n8n offers only its older helper and leaves signing to
 * the caller.
 */
export function connectForTest(
	context: ICredentialTestFunctions,
	credentials: ICredentialDataDecryptedObject,
): Exchange {
	const helper: Helper = async (request) => {
		const signed = await new MessagingGatewayApi().authenticate(credentials, request);
		return await context.helpers.request({
			method: signed.method,
			uri: signed.url,
			headers: signed.headers,
			body: signed.body,
			timeout: signed.timeout,
			rejectUnauthorized: !signed.skipSslCertificateValidation,
			followRedirect: false,
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
		});
	};
	return exchangeThrough(helper, MessagingGatewayApi.concealing(credentials));
}

function exchangeThrough(helper: Helper, conceal: (text: string) => string): Exchange {
	return async (request) => {
		const deadline = AbortSignal.timeout(request.timeout);
		const explain = (error: unknown): Failure => {
			if (deadline.aborted) return timedOut(request);
			return failureOfError(error, request);
		};
		try {
			const response = await helper(toHttpRequest(request));
			return success(await receive(response, deadline, explain, conceal));
		} catch (error) {
			// The caught value holds the whole request, password included: only its kind goes further.
			return failed(explain(error));
		}
	};
}

const toHttpRequest = (request: GatewayRequest): IHttpRequestOptions => ({
	method: request.method,
	...(request.method === 'GET'
		? { url: addressOf(request.path, request.parameters) }
		: { url: request.path, body: { [request.root]: request.content } }),
	timeout: request.timeout,
	// A cut answer is worth what arrived of it, which only a stream gives.
	encoding: 'stream',
	returnFullResponse: true,
	// n8n sends a request again by itself when it is told of HTTP 401.
	ignoreHttpStatusErrors: true,
	// A redirect would carry the password to another host.
	disableFollowRedirect: true,
});

const addressOf = (path: string, parameters: Record<string, string>): string =>
	Object.keys(parameters).length === 0 ? path : `${path}?${encodeParameters(parameters)}`;

async function receive(
	{ statusCode, headers, body }: HttpResponse,
	deadline: AbortSignal,
	explain: (error: unknown) => Failure,
	conceal: (text: string) => string,
): Promise<Answer> {
	const chunks: Buffer[] = [];
	const giveUp = () => body.destroy(new Error('The answer took too long'));
	deadline.addEventListener('abort', giveUp);
	let cut: Failure | undefined;
	try {
		if (deadline.aborted) giveUp();
		for await (const chunk of body) chunks.push(Buffer.from(chunk));
	} catch (error) {
		cut = explain(error);
	} finally {
		deadline.removeEventListener('abort', giveUp);
	}
	const contentType = String(headers['content-type'] ?? '');
	const text = decode(Buffer.concat(chunks), contentType, cut === undefined);
	const framed = 'content-length' in headers || 'transfer-encoding' in headers;
	return { status: statusCode, body: text, framed, conceal, ...(cut && { cut }) };
}

const timedOut = ({ timeout }: GatewayRequest): Failure =>
	failure('timedOut', String(Number((timeout / 1000).toPrecision(2))));

/** What is known of why a connection failed. */
interface ConnectionError {
	code: string | undefined;
	syscall: string | undefined;
	text: string;
}

const KINDS_OF_CODES: Record<string, Failure['kind']> = {
	ENOTFOUND: 'hostNotFound',
	EAI_AGAIN: 'hostNotFound',
	ECONNREFUSED: 'connectionRefused',
	EHOSTUNREACH: 'hostUnreachable',
	ENETUNREACH: 'hostUnreachable',
	ERR_INVALID_URL: 'invalidAddress',
	ERR_BAD_REQUEST: 'invalidAddress',
};

const CERTIFICATE_CODE = /CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY)/;
const TIMEOUT_CODES = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];

/** What fails in these never got as far as sending a request. */
const KINDS_OF_CALLS: Record<string, Failure['kind']> = {
	getaddrinfo: 'hostNotFound',
	connect: 'hostUnreachable',
};

/** What an error of n8n's helper means, by the first cause in it that has a code. */
function failureOfError(error: unknown, request: GatewayRequest): Failure {
	const causes = causesOf(error);
	const { code = '', syscall = '' } = causes.find((cause) => cause.code !== undefined) ?? {};
	const kind = KINDS_OF_CODES[code] ?? KINDS_OF_CALLS[syscall];
	if (kind) return failure(kind);
	if (CERTIFICATE_CODE.test(code)) return failure('certificate', code);
	if (causes.some(saysNotEncrypted)) return failure('notEncrypted');
	if (causes.some(saysBlocked)) return failure('blocked');
	return TIMEOUT_CODES.includes(code) ? timedOut(request) : failure('connectionBroken');
}

/** What n8n, axios and Node.js leave of a failed connection in the errors they throw. */
interface ThrownError {
	code?: unknown;
	syscall?: unknown;
	message?: unknown;
	cause?: unknown;
	/** The attempts on each address of a host. */
	errors?: unknown;
	/** n8n 1 drops the cause, and keeps its code and its message here. */
	httpCode?: unknown;
	messages?: unknown;
}

/** An error and what caused it, the innermost first. */
function causesOf(thrown: unknown, depth = 5): ConnectionError[] {
	if (typeof thrown !== 'object' || thrown === null || depth === 0) return [];
	const error = thrown as ThrownError;
	const attempts: unknown[] = Array.isArray(error.errors) ? error.errors : [];
	const text = [error.message, error.messages].flat().join(' ');
	const code = [error.code, error.httpCode].find(isName);
	const syscall = [error.syscall, /\b(connect|getaddrinfo) E[A-Z]/.exec(text)?.[1]].find(isName);
	return [
		...[error.cause, ...attempts].flatMap((inner) => causesOf(inner, depth - 1)),
		{ code, syscall, text },
	];
}

const isName = (value: unknown): value is string =>
	typeof value === 'string' && /^[A-Za-z]/.test(value);

const saysNotEncrypted = ({ text }: ConnectionError): boolean =>
	/wrong version number|packet length too long|before secure TLS connection/i.test(text);

const saysBlocked = ({ text }: ConnectionError): boolean =>
	/request was blocked|domain not allowed/i.test(text);
