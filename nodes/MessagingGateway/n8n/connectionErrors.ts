import { failure, type Failure } from '../gateway/exchange/failures';

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

/**
 * What an error of n8n's HTTP helper means, by the first cause in it that has a code. Nothing of the
 * error itself goes further: it holds the whole request, password included.
 *
 * @param timeout of the request, in milliseconds
 */
export function failureOfError(error: unknown, timeout: number): Failure {
	const causes = causesOf(error);
	const { code = '', syscall = '' } = causes.find((cause) => cause.code !== undefined) ?? {};
	const kind = KINDS_OF_CODES[code] ?? KINDS_OF_CALLS[syscall];
	if (kind) return failure(kind);
	if (CERTIFICATE_CODE.test(code)) return failure('certificate', code);
	if (causes.some(saysNotEncrypted)) return failure('notEncrypted');
	if (causes.some(saysBlocked)) return failure('blocked');
	return TIMEOUT_CODES.includes(code) ? timedOut(timeout) : failure('connectionBroken');
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

export const timedOut = (milliseconds: number): Failure =>
	failure('timedOut', String(Number((milliseconds / 1000).toPrecision(2))));
