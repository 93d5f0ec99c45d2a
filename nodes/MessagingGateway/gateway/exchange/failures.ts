import { WRONG_LOGIN } from '../specification/codes';

interface FailureRow {
	message: string;
	advice: string;
	/** Whether the gateway may have done what was requested; false if it certainly did not. */
	mayHaveTakenEffect: boolean;
	stopsRun: boolean;
	/** Whether no request reaches the gateway or passes its check of the login. */
	noAccess: boolean;
	/** What must change before a retry can succeed: login and password, other settings, or time. */
	remedy: 'login' | 'settings' | 'time';
	httpCode: string | null;
}

export interface RequestName {
	interface: string;
	/** Path at the gateway, e.g. `/xmlgetstatus.asp`. */
	path: string;
}

/** A failure of a request: it brought no usable answer. */
export interface Failure extends FailureRow {
	kind: FailureKind;
	/** Absent if no request was made. */
	request?: RequestName;
}

/** Makes rows of the table. In a message, % stands for a detail; `unusual` differs from the other rows. */
const rowsOf =
	(usual: Omit<FailureRow, 'message' | 'advice'>) =>
	(message: string, advice: string, unusual: Partial<FailureRow> = {}): FailureRow => ({
		...usual,
		message,
		advice,
		...unusual,
	});

const checkAddress = "Check 'Service' or 'Base URL' in the credential";
const checkProxy = 'If a proxy is set (HTTP_PROXY, HTTPS_PROXY), check that it can be reached';
const usual = { stopsRun: true, noAccess: false, remedy: 'time', httpCode: null } as const;
const withoutEffect = { ...usual, mayHaveTakenEffect: false };
const unreached = { ...withoutEffect, noAccess: true };
const unknown = rowsOf({ ...usual, mayHaveTakenEffect: true });
const notDone = rowsOf(withoutEffect);
const withoutAccess = rowsOf(unreached);
const misconfigured = rowsOf({ ...unreached, remedy: 'settings' });

/** Every failure; docs/troubleshooting.md has their sentences. */
export const FAILURES = {
	noCredential: withoutAccess(
		'The credential could not be loaded: %',
		'Choose the credential again in the node',
	),
	unknownService: misconfigured(
		"The 'Service' of the credential is not chosen, or not in its list",
		'Choose one from the list, or Other',
	),
	addressWithoutHttps: misconfigured(
		"The 'Base URL' of the credential must begin with https://",
		'Enter it as in https://gateway.example.com/api',
	),
	fileAsAddress: misconfigured(
		"The 'Base URL' of the credential ends with the name of a file",
		'Enter only what stands before it, as in https://gateway.example.com/api',
	),
	invalidAddress: misconfigured(
		"The 'Base URL' of the credential is not the address of a gateway",
		'Enter it as in https://gateway.example.com/api, without blanks, a login, ? or #',
	),
	invalidPrefix: misconfigured(
		"The 'Element Prefix' of the credential is empty, or cannot begin an XML element name",
		"Enter the word before the underscore in the provider's XML examples",
	),
	invalidTimeZone: misconfigured(
		"The 'Gateway Time Zone' of the credential is not a time zone",
		'Choose the zone of the gateway from the list, such as Africa/Johannesburg, or GMT',
	),
	hostNotFound: withoutAccess(
		"The gateway's host name could not be found",
		`${checkAddress} and the name resolution of the machine that runs the workflow. ${checkProxy}`,
	),
	connectionRefused: withoutAccess(
		'The gateway refused the connection',
		`The service may be down. ${checkAddress}, or try again later. ${checkProxy}`,
	),
	hostUnreachable: withoutAccess(
		"The gateway's host could not be reached",
		`${checkAddress} and the network of the machine that runs the workflow. ${checkProxy}`,
	),
	certificate: misconfigured(
		"The gateway's certificate could not be trusted (%)",
		"Have the certificate put right, or turn on 'Ignore SSL Issues (Insecure)' in the credential if you accept the risk",
	),
	notEncrypted: misconfigured(
		"The gateway's address does not speak HTTPS, or only an old version",
		`${checkAddress}: its port, and whether it starts with http or https. n8n needs TLS 1.2 or newer there`,
	),
	blocked: misconfigured(
		'Requests to this address are not allowed',
		"Check 'Base URL' and 'Allowed HTTP Request Domains' in the credential, or ask the administrator to allow the host",
	),
	wrongLogin: withoutAccess(WRONG_LOGIN, "Correct 'Login Name' and 'Password' in the credential", {
		remedy: 'login',
		httpCode: '401',
	}),
	accountLocked: notDone(
		'The gateway account is locked',
		'Ask the gateway provider to unlock the account',
		{ remedy: 'settings', httpCode: '403' },
	),
	requestRefused: notDone(
		'The gateway refused the request: %',
		"If it is about an element or the document, check 'Element Prefix' in the credential",
		{ remedy: 'settings', stopsRun: false, httpCode: '400' },
	),
	notFound: notDone(
		"The server has nothing at the path of the gateway's address (HTTP 404)",
		"Check the path of the 'Base URL' of the credential: try it with /api at its end, or without. Then check any proxy on the way",
		{ remedy: 'settings' },
	),
	httpRefused: notDone(
		"The server at the gateway's address refused the request (HTTP %)",
		`${checkAddress} and any proxy on the way to the gateway`,
		{ remedy: 'settings' },
	),
	proxyRefused: unknown(
		'A proxy on the way to the gateway refused the request or its answer (HTTP %)',
		'Ask whoever runs the proxy to let the requests and the answers of the gateway through',
		{ remedy: 'settings' },
	),
	redirected: unknown(
		'The gateway answered with a redirect (HTTP %)',
		"Redirects are not followed: they would carry the password elsewhere. Enter the final address as 'Base URL'",
		{ remedy: 'settings' },
	),
	httpFailed: unknown(
		'The gateway could not process the request (HTTP %)',
		'Try again later, or ask the gateway provider',
	),
	tooLongForQuery: notDone(
		'The text is too long for the address of a query-interface request',
		"Choose XML or Automatic as 'Interface'",
		{ remedy: 'settings', stopsRun: false },
	),
	notMentioned: unknown(
		'The answer has no result for this row',
		'Ask the gateway provider what became of it',
	),
	serverTrouble: unknown(
		'The gateway does not say whether it made the transfer',
		'Compare the balances of both accounts before trying again',
	),
	timedOut: unknown(
		'The gateway did not answer within % seconds',
		`Try again later. If it never answers, ${checkAddress.replace('Check', 'check')}`,
		{ httpCode: '504' },
	),
	connectionBroken: unknown(
		'The connection broke before the answer of the gateway was complete',
		'Check the network on the way to the gateway',
	),
	skipped: unknown('The gateway skipped it (code 108)', 'Try again with fewer message IDs'),
	stopped: notDone(
		'The execution was cancelled before this request',
		'Run the workflow again for what was not sent',
	),
	notRecorded: notDone(
		'n8n could not record what was about to be sent; it may need a new reference',
		'Save the workflow and check that the database works. If the message is ALREADY_SENT then, it was recorded: give it a new reference',
	),
	outOfTime: notDone(
		'The time for one poll was up before this request',
		'The next poll makes up for it. Watch fewer messages, or ask the gateway provider why its answers take so long',
	),
	tooLarge: unknown(
		'The answer of the gateway is longer than % MiB',
		'Ask the gateway provider why it is so long',
	),
	unexpected: unknown(
		'The answer of the gateway could not be processed',
		'Please report this with the answer of the gateway',
	),
	empty: unknown(
		'The gateway gave an empty answer',
		`${checkAddress}, or ask the gateway provider`,
	),
	unreadable: unknown('The answer is not one a messaging gateway gives: %', checkAddress),
};

export type FailureKind = keyof typeof FAILURES;

/**
 * Describes a failure.
 *
 * @param detail the text that the sentence of this kind quotes. It must not contain the password.
 */
export function failure(kind: FailureKind, detail = ''): Failure {
	const row = FAILURES[kind];
	return { ...row, kind, message: row.message.replace('%', () => detail) };
}

/** HTTP statuses with which a server says that it did not accept the request. */
const REFUSING_STATUSES = [401, 403, 404, 405, 407, 413, 414];
/** Those that concern the size of one request, not every request. */
const SIZE_STATUSES = [413, 414];

/**
 * The failure that an HTTP status outside 2xx means; `null` for a status inside. A proxy that refuses an
 * answer may have passed the request on first.
 */
export function failureOfStatus(answer: { status: number; byProxy?: boolean }): Failure | null {
	const { status, byProxy = false } = answer;
	if (status >= 200 && status < 300) return null;
	const httpCode = String(status);
	const stopsRun = !SIZE_STATUSES.includes(status);
	return { ...failure(kindOfStatus(status, byProxy), httpCode), httpCode, stopsRun };
}

function kindOfStatus(status: number, byProxy: boolean): FailureKind {
	if (byProxy && status === 403) return 'proxyRefused';
	if (status >= 300 && status < 400) return 'redirected';
	if (status === 404) return 'notFound';
	return REFUSING_STATUSES.includes(status) ? 'httpRefused' : 'httpFailed';
}
