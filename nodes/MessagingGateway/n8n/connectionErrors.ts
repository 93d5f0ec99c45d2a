import { failure, type Failure, type FailureKind } from '../gateway/exchange/failures';

/** What is known of why a connection failed. */
interface ConnectionError {
	code: string | undefined;
	syscall: string | undefined;
	text: string;
}

/** Calls before a request leaves: what fails in them was certainly not sent. */
const KINDS_OF_CALLS: Record<string, FailureKind> = {
	getaddrinfo: 'hostNotFound',
	connect: 'hostUnreachable',
};

/** Codes that come from one of these calls only, with or without its name. */
const KINDS_OF_CODES: Record<string, FailureKind> = {
	ENOTFOUND: 'hostNotFound',
	EAI_AGAIN: 'hostNotFound',
	ECONNREFUSED: 'connectionRefused',
	ERR_INVALID_URL: 'invalidAddress',
};

/** A certificate that Node.js does not trust. The alerts of a server begin with ERR_SSL, and may come late. */
const CERTIFICATE_CODE = /^(?!ERR_SSL_).*(?:CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/;
const TIMEOUT_CODES = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];

/**
 * What an error of n8n's HTTP helper means that came before any header of an answer, by the first cause
 * in it that has a code. Nothing of the error itself goes further: it holds the whole request, password
 * included.
 *
 * @param timeout of the request, in milliseconds
 */
export function failureOfError(error: unknown, timeout: number): Failure {
	const causes = causesOf(error);
	const { code = '', syscall } = causes.find((cause) => cause.code !== undefined) ?? {};
	const kind = kindBeforeSending(code, syscall);
	if (kind) return failure(kind);
	if (CERTIFICATE_CODE.test(code)) return failure('certificate', code);
	if (code === 'ERR_BAD_REQUEST' && causes.some(saysBadProtocol)) return failure('invalidAddress');
	if (causes.some(saysNotEncrypted)) return failure('notEncrypted');
	if (causes.some(saysBlocked)) return failure('blocked');
	return TIMEOUT_CODES.includes(code) ? timedOut(timeout) : failure('connectionBroken');
}

/** Undefined where the request may have left: in a read or a write nothing is certain. */
function kindBeforeSending(code: string, syscall: string | undefined): FailureKind | undefined {
	if (syscall === undefined) return KINDS_OF_CODES[code];
	const ofCall = KINDS_OF_CALLS[syscall];
	return ofCall && (KINDS_OF_CODES[code] ?? ofCall);
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
	const syscall = [error.syscall, /\b(connect|getaddrinfo|read|write) E[A-Z]/.exec(text)?.[1]].find(
		isName,
	);
	return [
		...[error.cause, ...attempts].flatMap((inner) => causesOf(inner, depth - 1)),
		{ code, syscall, text },
	];
}

const isName = (value: unknown): value is string =>
	typeof value === 'string' && /^[A-Za-z]/.test(value);

const saysNotEncrypted = ({ text }: ConnectionError): boolean =>
	/wrong version number|packet length too long|before secure TLS connection/i.test(text);

const saysBadProtocol = ({ text }: ConnectionError): boolean => /unsupported protocol/i.test(text);

const saysBlocked = ({ text }: ConnectionError): boolean =>
	/request was blocked|domain not allowed/i.test(text);

export const timedOut = (milliseconds: number): Failure =>
	failure('timedOut', String(Number((milliseconds / 1000).toPrecision(2))));
