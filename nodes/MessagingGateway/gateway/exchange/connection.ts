import { MAX_ANSWER_MEBIBYTES } from '../specification/limits';
import { clockIn } from '../specification/time';
import { decode } from './charset';
import { failureOfError, timedOut } from './connectionErrors';
import { failed, success, type Answer, type Connection, type GatewayRequest } from './exchange';
import { failure, type Failure } from './failures';
import { maskOf, type Mask } from './mask';
import { serviceOf, asString, type Credentials } from './services';

/** An HTTP answer whose headers have come. */
export interface HttpAnswer {
	statusCode: number;
	/** With names in lower case. */
	headers: Record<string, unknown>;
	/** A stream, as only that returns the part of a cut answer that arrived. */
	body: AsyncIterable<Uint8Array> & { destroy: (error: Error) => unknown };
}

/**
 * Signs a request (`sign`) and sends it once: without following redirects, and without throwing for a
 * status. Throws what the failed connection threw, if no headers come within `timeout` milliseconds.
 */
export type Http = (request: GatewayRequest, timeout: number) => Promise<HttpAnswer>;

/** Connects to an account. Every result is a value without the password. Never throws. */
export function connectThrough(http: Http, credentials: Credentials): Connection {
	const service = serviceOf(credentials);
	let mask: Mask | undefined;
	return {
		clock: clockIn(service.ok ? service.value.timeZone : 'UTC'),
		country: service.ok ? service.value.country : undefined,
		// Few answers are shown.
		mask: (text) => (mask ??= maskOf(asString(credentials.password)))(text),
		exchange: async (request, timeout) => {
			const to = { interface: request.interface, path: request.path };
			if (!service.ok) return failed({ ...service.failure, request: to });
			const deadline = AbortSignal.timeout(timeout);
			let response: HttpAnswer;
			try {
				response = await http(request, timeout);
			} catch (error) {
				// The caught value holds the whole request with the password: only its kind is passed on.
				const reason = deadline.aborted ? timedOut(timeout) : failureOfError(error, timeout);
				return failed({ ...reason, request: to });
			}
			return success({ to, ...(await receive(response, deadline, timeout)) });
		},
	};
}

/** Headers with which a proxy signs what it passes on or answers itself. */
const PROXY_HEADERS = ['via', 'proxy-status', 'x-squid-error'];

/** Reads an answer as far as it arrives. After its headers, the request may always have taken effect. */
async function receive(
	{ statusCode, headers, body: stream }: HttpAnswer,
	deadline: AbortSignal,
	timeout: number,
): Promise<Omit<Answer, 'to'>> {
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
	const body = decode(Buffer.concat(chunks), contentType, cut === undefined);
	const byProxy = PROXY_HEADERS.some((name) => name in headers);
	return { status: statusCode, byProxy, body, ...(cut && { cut }) };
}
