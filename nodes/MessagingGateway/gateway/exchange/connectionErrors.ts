import { failure, type Failure, type FailureKind } from './failures';

/** Calls before a request leaves: if one of them fails, the request was certainly not sent. */
const KINDS_OF_CALLS: Record<string, FailureKind> = {
	getaddrinfo: 'hostNotFound',
	connect: 'hostUnreachable',
};

/** Codes that come from one of these calls only, with or without its name. */
const KINDS_OF_CODES: Record<string, FailureKind> = {
	ENOTFOUND: 'hostNotFound',
	EAI_AGAIN: 'hostNotFound',
	ECONNREFUSED: 'connectionRefused',
};

/** A certificate that Node.js does not trust. A server's alerts begin with ERR_SSL and may come late. */
const CERTIFICATE_CODE = /^(?!ERR_SSL_).*(?:CERT|SELF_SIGNED|UNABLE_TO_(?:GET|VERIFY))/;

/** What only the words of an error say, whatever its code. Without an agreement on TLS nothing was sent. */
const KINDS_OF_TEXTS: Array<[RegExp, FailureKind]> = [
	[/wrong version number|packet length too long|before secure TLS connection/i, 'notEncrypted'],
	[/alert protocol version|handshake failure|unsupported protocol/i, 'notEncrypted'],
	[/request was blocked|domain not allowed/i, 'blocked'],
];

const TIMEOUT_CODES = ['ECONNABORTED', 'ETIMEDOUT', 'ESOCKETTIMEDOUT'];

/**
 * The failure behind an error that an HTTP client threw before any header of an answer, by the first
 * cause in it that has a code. Nothing of the error itself is passed on: it holds the whole request with
 * the password.
 *
 * @param timeout time-out of the request, in milliseconds
 */
export function failureOfError(error: unknown, timeout: number): Failure {
	const causes = causesOf(error);
	const { code = '', syscall } = causes.find((cause) => cause.code !== undefined) ?? {};
	const kind = kindBeforeSending(code, syscall);
	if (kind) return failure(kind);
	if (CERTIFICATE_CODE.test(code)) return failure('certificate', code);
	const said = KINDS_OF_TEXTS.find(([words]) => causes.some(({ text }) => words.test(text)));
	if (said) return failure(said[1]);
	return TIMEOUT_CODES.includes(code) ? timedOut(timeout) : failure('connectionBroken');
}

/** Returns undefined if the request may have been sent: an error in a read or a write proves nothing. */
function kindBeforeSending(code: string, syscall: string | undefined): FailureKind | undefined {
	if (syscall === undefined) return KINDS_OF_CODES[code];
	const ofCall = KINDS_OF_CALLS[syscall];
	return ofCall && (KINDS_OF_CODES[code] ?? ofCall);
}

interface Cause {
	code: string | undefined;
	syscall: string | undefined;
	text: string;
}

/** An error of an HTTP client or of Node.js, and its causes, the innermost first. */
function causesOf(thrown: unknown, depth = 5): Cause[] {
	if (typeof thrown !== 'object' || thrown === null || depth === 0) return [];
	const error = thrown as Record<string, unknown>;
	const attempts: unknown[] = Array.isArray(error.errors) ? error.errors : [];
	const text = String(error.message);
	const code = [error.code].find(isName);
	const [, call] = /\b(connect|getaddrinfo|read|write) E[A-Z]/.exec(text) ?? [];
	return [
		// A host with several addresses has an error for each attempt.
		...[error.cause, ...attempts].flatMap((inner) => causesOf(inner, depth - 1)),
		{ code, syscall: [error.syscall, call].find(isName), text },
	];
}

const isName = (value: unknown): value is string =>
	typeof value === 'string' && /^[A-Za-z]/.test(value);

export const timedOut = (milliseconds: number): Failure =>
	failure('timedOut', String(Number((milliseconds / 1000).toPrecision(2))));
