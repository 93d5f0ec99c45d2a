import {
	type ICredentialDataDecryptedObject,
	type ICredentialTestFunctions,
	type IExecuteFunctions,
	type IHttpRequestOptions,
	type IN8nHttpFullResponse,
	type IPollFunctions,
} from 'n8n-workflow';
import { decode } from '../gateway/exchange/charset';
import { encodeParameters } from '../gateway/exchange/encoding';
import { failed, success, type Answer, type Exchange } from '../gateway/exchange/exchange';
import type { GatewayRequest } from '../gateway/exchange/request';
import { failure, type Failure } from '../gateway/exchange/failures';
import { passwordGate } from '../gateway/exchange/passwordGate';
import { problemOf, serviceOf, sign } from '../gateway/exchange/signing';
import { MAX_ADDRESS_LENGTH, MAX_ANSWER_MEBIBYTES } from '../gateway/specification/limits';
import { clockIn, type Clock } from '../gateway/specification/time';
import { isDomainBlocked } from './allowedDomains';
import { failureOfError, timedOut } from './connectionErrors';

export const CREDENTIAL = 'messagingGatewayApi';

type NodeFunctions = IExecuteFunctions | IPollFunctions;

/** Sends one unsigned request through one of n8n's helpers. The body of the answer is still a stream. */
type Helper = (request: IHttpRequestOptions) => Promise<IN8nHttpFullResponse>;

/**
 * Connects a node to the gateway. Requests are signed by the credential and sent once, and every result
 * or failure is returned as a value without the password. Never throws.
 */
export async function connect(context: NodeFunctions): Promise<Exchange> {
	try {
		const credentials = await context.getCredentials(CREDENTIAL);
		return exchangeThrough(uncancelled(context, credentials), credentials);
	} catch (error) {
		return async () => failed(failure('noCredential', (error as Error).message));
	}
}

/** The time zone of the gateway's clock; UTC if the credential cannot be loaded. */
export async function gatewayZone(context: NodeFunctions): Promise<string> {
	try {
		return serviceOf(await context.getCredentials(CREDENTIAL))?.timeZone ?? 'UTC';
	} catch {
		return 'UTC';
	}
}

/**
 * Hides a cancellation of the execution from n8n's helper, which would break off the request: messages
 * that the gateway is just accepting would then be accepted without a known ID. The helper also reads the
 * credential from the database for every request; it gets that of the first request instead.
 */
function uncancelled(context: NodeFunctions, credentials: ICredentialDataDecryptedObject): Helper {
	const { helpers, logger } = context;
	const caller = {
		helpers,
		logger,
		getNode: () => context.getNode(),
		getCredentials: async () => credentials,
	} as unknown as NodeFunctions;
	return async (request) =>
		await helpers.httpRequestWithAuthentication.call(caller, CREDENTIAL, request);
}

/** The same for the test of a credential: n8n offers only its older helper there, which does not sign. */
export function connectForTest(
	context: ICredentialTestFunctions,
	credentials: ICredentialDataDecryptedObject,
): Exchange {
	const helper: Helper = async (request) => {
		const signed = sign(credentials, request);
		return await context.helpers.request({
			method: signed.method,
			uri: signed.url,
			headers: signed.headers,
			body: signed.body,
			timeout: signed.timeout,
			rejectUnauthorized: !signed.skipSslCertificateValidation,
			followRedirect: signed.followRedirect,
			simple: false,
			resolveWithFullResponse: true,
			useStream: true,
		});
	};
	return exchangeThrough(helper, credentials);
}

/** Whether somebody has cancelled the execution. */
export const isCancelled = (context: IExecuteFunctions): boolean =>
	context.getExecutionCancelSignal?.()?.aborted === true;

function exchangeThrough(helper: Helper, credentials: ICredentialDataDecryptedObject): Exchange {
	const gate = passwordGate(credentials);
	const clock = clockIn(serviceOf(credentials)?.timeZone ?? 'UTC');
	const unusable =
		problemOf(credentials) ?? (isDomainBlocked(credentials) ? failure('blocked') : undefined);
	return async (request, timeout) => {
		const to = { interface: request.interface, path: request.path };
		const httpRequest = toHttpRequest(request, clock, timeout);
		const unsent =
			unusable ?? (isTooLong(credentials, httpRequest) ? failure('tooLongForQuery') : undefined);
		if (unsent) return failed({ ...unsent, request: to });
		const deadline = AbortSignal.timeout(timeout);
		let response: IN8nHttpFullResponse;
		try {
			response = await helper(httpRequest);
		} catch (error) {
			// The caught value holds the whole request with the password: only its kind is passed on.
			const reason = deadline.aborted ? timedOut(timeout) : failureOfError(error, timeout);
			return failed({ ...reason, request: to });
		}
		const received = await receive(response, deadline, timeout);
		return success({ ...received, to, clock, gate });
	};
}

/** Whether web servers refuse the address, e.g. because of a very long password. */
const isTooLong = (
	credentials: ICredentialDataDecryptedObject,
	{ url, method }: IHttpRequestOptions,
): boolean =>
	method === 'GET' && sign(credentials, { method, url }).url.length > MAX_ADDRESS_LENGTH;

function toHttpRequest(
	request: GatewayRequest,
	clock: Clock,
	timeout: number,
): IHttpRequestOptions {
	const times = Object.fromEntries(
		Object.entries(request.times ?? {}).map(([name, iso]) => [name, clock.write(iso)]),
	);
	const target =
		request.method === 'GET'
			? { url: addressOf(request.path, { ...times, ...request.parameters }) }
			: { url: request.path, body: { [request.root]: { ...times, ...request.content } } };
	return {
		method: request.method,
		...target,
		timeout,
		// Only a stream returns the part of a cut answer that arrived.
		encoding: 'stream',
		returnFullResponse: true,
		// n8n itself repeats a request after HTTP 401.
		ignoreHttpStatusErrors: true,
	};
}

const addressOf = (path: string, parameters: Record<string, string>): string =>
	Object.keys(parameters).length === 0 ? path : `${path}?${encodeParameters(parameters)}`;

/** Headers with which a proxy signs what it passes on or answers itself. */
const PROXY_HEADERS = ['via', 'proxy-status', 'x-squid-error'];

/** Reads an answer as far as it arrives. After its headers, the request may always have taken effect. */
async function receive(
	{ statusCode, headers, body }: IN8nHttpFullResponse,
	deadline: AbortSignal,
	timeout: number,
): Promise<Omit<Answer, 'to' | 'clock' | 'gate'>> {
	const stream = body as AsyncIterable<Uint8Array> & { destroy: (error: Error) => unknown };
	const chunks: Buffer[] = [];
	let length = 0;
	const giveUp = () => stream.destroy(new Error('The answer took too long'));
	deadline.addEventListener('abort', giveUp);
	let cut: Failure | undefined;
	try {
		if (deadline.aborted) giveUp();
		for await (const chunk of stream) {
			chunks.push(Buffer.from(chunk));
			length += chunk.length;
			if (length <= MAX_ANSWER_MEBIBYTES * 1024 * 1024) continue;
			cut = failure('tooLarge', String(MAX_ANSWER_MEBIBYTES));
			break;
		}
	} catch {
		cut = deadline.aborted ? timedOut(timeout) : failure('connectionBroken');
	} finally {
		deadline.removeEventListener('abort', giveUp);
	}
	const contentType = String(headers['content-type'] ?? '');
	const text = decode(Buffer.concat(chunks), contentType, cut === undefined);
	const hasKnownLength = 'content-length' in headers || 'transfer-encoding' in headers;
	const byProxy = PROXY_HEADERS.some((name) => name in headers);
	return { status: statusCode, byProxy, body: text, hasKnownLength, ...(cut && { cut }) };
}
