import { WRONG_LOGIN } from '../specification/codes';
import type { RequestName } from './request';

/** A failure of a request: it brought no usable answer. */
export interface Failure extends FailureRow {
	kind: FailureKind;
	/** What happened, in one sentence. */
	message: string;
	/** Absent if no request was made. */
	request?: RequestName;
}

/** What follows from a failure of a kind. */
interface FailureRow {
	/** What to do about it. */
	advice: string;
	/** Whether the gateway may have done what was requested; false if it certainly did not. */
	mayHaveTakenEffect: boolean;
	/** Whether further requests of the same run would fail in the same way. */
	stopsRun: boolean;
	/** Whether no request reaches the gateway or passes its check of the login. */
	noAccess: boolean;
	/** The thing that must change before a retry can succeed: login and password, other settings, or time. */
	remedy: 'login' | 'settings' | 'time';
	/** The HTTP status to report, where one fits. */
	httpCode: string | null;
}

type FailureDescription = FailureRow & { message: (detail: string) => string };

const checkAddress = "Check the 'Base URL' of the credential";
const checkProxy = 'If a proxy is set (HTTP_PROXY, HTTPS_PROXY), check that it can be reached';
const usual = { stopsRun: true, noAccess: false, remedy: 'time', httpCode: null } as const;
const notDone = { ...usual, mayHaveTakenEffect: false };
const withoutAccess = { ...notDone, noAccess: true };
const misconfigured = { ...withoutAccess, remedy: 'settings' } as const;
const unknown = { ...usual, mayHaveTakenEffect: true };

/** Every failure; docs/troubleshooting.md has their sentences. */
export const FAILURES = {
	noCredential: {
		...withoutAccess,
		message: (detail) => `The credential could not be loaded: ${detail}`,
		advice: 'Choose the credential again in the node',
	},
	unknownService: {
		...misconfigured,
		message: () => "The 'Service' of the credential is none of the list",
		advice: 'Choose one from the list',
	},
	addressWithoutHttps: {
		...misconfigured,
		message: () => "The 'Base URL' of the credential must begin with https://",
		advice: 'Enter it as in https://gateway.example.com/api',
	},
	endpointAsAddress: {
		...misconfigured,
		message: () => "The 'Base URL' of the credential is the address of one request",
		advice:
			'Enter only what stands before the name of the .asp file, as in https://gateway.example.com/api',
	},
	invalidAddress: {
		...misconfigured,
		message: () => "The 'Base URL' of the credential is not the address of a gateway",
		advice: 'Enter it as in https://gateway.example.com/api, without blanks, a login, ? or #',
	},
	invalidPrefix: {
		...misconfigured,
		message: () => "The 'Element Prefix' of the credential cannot begin an XML element name",
		advice: 'Enter one word of letters and digits, such as Svc',
	},
	invalidTimeZone: {
		...misconfigured,
		message: () => "The 'Gateway Time Zone' of the credential is not a time zone",
		advice: 'Choose the zone of the gateway from the list, such as Africa/Johannesburg, or GMT',
	},
	hostNotFound: {
		...withoutAccess,
		message: () => "The gateway's host name could not be found",
		advice: `${checkAddress} and the name resolution of the machine that runs the workflow. ${checkProxy}`,
	},
	connectionRefused: {
		...withoutAccess,
		message: () => 'The gateway refused the connection',
		advice: `The service may be down. ${checkAddress}, or try again later. ${checkProxy}`,
	},
	hostUnreachable: {
		...withoutAccess,
		message: () => "The gateway's host could not be reached",
		advice: `${checkAddress} and the network of the machine that runs the workflow. ${checkProxy}`,
	},
	certificate: {
		...misconfigured,
		message: (detail) => `The gateway's certificate could not be trusted (${detail})`,
		advice:
			"Have the certificate put right, or turn on 'Ignore SSL Issues (Insecure)' in the credential if you accept the risk",
	},
	notEncrypted: {
		...misconfigured,
		message: () => "The gateway's address does not speak HTTPS",
		advice: `${checkAddress}: its port, and whether it starts with http or https`,
	},
	blocked: {
		...misconfigured,
		message: () => 'Requests to this address are not allowed',
		advice:
			"Check 'Base URL' and 'Allowed HTTP Request Domains' in the credential, or ask the administrator to allow the host",
	},
	wrongLogin: {
		...withoutAccess,
		remedy: 'login',
		httpCode: '401',
		message: () => WRONG_LOGIN,
		advice: "Correct 'Login Name' and 'Password' in the credential",
	},
	accountLocked: {
		...notDone,
		remedy: 'settings',
		httpCode: '403',
		message: () => 'The gateway account is locked',
		advice: 'Ask the gateway provider to unlock the account',
	},
	requestRefused: {
		...notDone,
		remedy: 'settings',
		stopsRun: false,
		httpCode: '400',
		message: (detail) => `The gateway refused the request: ${detail}`,
		advice: "If it says that the document is not valid, check 'Element Prefix' in the credential",
	},
	notFound: {
		...notDone,
		remedy: 'settings',
		message: () => "The server has nothing at the path of the gateway's address (HTTP 404)",
		advice:
			"Check the path of the 'Base URL' of the credential: try it with /api at its end, or without. Then check any proxy on the way",
	},
	httpRefused: {
		...notDone,
		remedy: 'settings',
		message: (detail) => `The server at the gateway's address refused the request (HTTP ${detail})`,
		advice: `${checkAddress} and any proxy on the way to the gateway`,
	},
	proxyRefused: {
		...unknown,
		remedy: 'settings',
		message: (detail) =>
			`A proxy on the way to the gateway refused the request or its answer (HTTP ${detail})`,
		advice: 'Ask whoever runs the proxy to let the requests and the answers of the gateway through',
	},
	redirected: {
		...unknown,
		remedy: 'settings',
		message: (detail) => `The gateway answered with a redirect (HTTP ${detail})`,
		advice:
			"Redirects are not followed, as they would carry the password elsewhere. Enter the final address as 'Base URL'",
	},
	httpFailed: {
		...unknown,
		message: (detail) => `The gateway could not process the request (HTTP ${detail})`,
		advice: 'Try again later, or ask the gateway provider',
	},
	tooLongForQuery: {
		...notDone,
		remedy: 'settings',
		stopsRun: false,
		message: () => 'The text is too long for the address of a query-interface request',
		advice: "Choose XML or Automatic as 'Interface'",
	},
	notMentioned: {
		...unknown,
		message: () => 'The answer has no result for this row',
		advice: 'Ask the gateway provider what became of it',
	},
	serverTrouble: {
		...unknown,
		message: () => 'The gateway does not say whether it made the transfer',
		advice: 'Compare the balances of both accounts before trying again',
	},
	timedOut: {
		...unknown,
		httpCode: '504',
		message: (detail) => `The gateway did not answer within ${detail} seconds`,
		advice: `Try again later. If it never answers, ${checkAddress.replace('Check', 'check')}`,
	},
	connectionBroken: {
		...unknown,
		message: () => 'The connection broke before the answer of the gateway was complete',
		advice: 'Check the network on the way to the gateway',
	},
	mayBeCut: {
		...unknown,
		message: () => 'The answer of the gateway may have been cut, as it does not say how long it is',
		advice:
			"Choose XML as 'Interface' if the operation has it: there the end of an answer is known",
	},
	skipped: {
		...unknown,
		message: () => 'The gateway skipped it (code 108)',
		advice: 'Try again with fewer message IDs',
	},
	stopped: {
		...notDone,
		message: () => 'The execution was cancelled before this request',
		advice: 'Run the workflow again for what was not sent',
	},
	notRecorded: {
		...notDone,
		message: () => 'n8n could not record what was about to be sent, which may need a new reference',
		advice:
			'Save the workflow and check that the database works. A message that is ALREADY_SENT then was recorded all the same: give it a new reference',
	},
	outOfTime: {
		...notDone,
		message: () => 'The time for one poll was up before this request',
		advice:
			'The next poll makes up for it. Watch fewer messages, or ask the gateway provider why its answers take so long',
	},
	tooLarge: {
		...unknown,
		message: (detail) => `The answer of the gateway is longer than ${detail} MiB`,
		advice: 'Ask the gateway provider why it is so long',
	},
	unexpected: {
		...unknown,
		message: () => 'The answer of the gateway could not be processed',
		advice: 'Please report this with the answer of the gateway',
	},
	empty: {
		...unknown,
		message: () => 'The gateway gave an empty answer',
		advice: `${checkAddress}, or ask the gateway provider`,
	},
	unreadable: {
		...unknown,
		message: (detail) => `The answer is not one a messaging gateway gives: ${detail}`,
		advice: checkAddress,
	},
} satisfies Record<string, FailureDescription>;

/** The reason why a request brought no usable answer. */
export type FailureKind = keyof typeof FAILURES;

/**
 * Describes a failure.
 *
 * @param detail the text that the sentence of this kind quotes. It must not contain the password.
 */
export function failure(kind: FailureKind, detail = ''): Failure {
	const { message, ...rest }: FailureDescription = FAILURES[kind];
	return { kind, ...rest, message: message(detail) };
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
