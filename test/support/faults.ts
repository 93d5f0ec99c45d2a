import type { ServerResponse } from 'node:http';
import { TIMEOUTS } from '../../nodes/MessagingGateway/gateway/specification/limits';
import { PASSWORD } from './context';
import { drop, type RecordedRequest, type Reply } from './server';

/** Something that can happen to a request. */
export interface Fault {
	name: string;
	reply: (whole: string) => Reply;
	url?: string;
	/** The node's message; a fault that hangs gets 40 milliseconds. */
	message: RegExp;
	httpCode: string | null;
	/** The result for a message in a send that meets it. */
	result: 'NOT_SENT' | 'UNCONFIRMED';
}

/** Answers with the whole request, as debug pages do. */
const echo = () => (request: RecordedRequest, response: ServerResponse) =>
	void response
		.writeHead(200)
		.end(`<html><body>Sorry: ${JSON.stringify(request.query)} ${request.body}</body></html>`);

const BROKEN = {
	message: /^The connection broke before the answer of the gateway was complete$/,
	httpCode: null,
	result: 'UNCONFIRMED',
} as const;

const LATE = {
	message: /^The gateway did not answer within 0\.04 seconds$/,
	httpCode: '504',
	result: 'UNCONFIRMED',
} as const;

/** An answer with a status that is not 200. */
const refused = (
	status: number,
	message: string,
	{ body = '', headers = {}, result = 'UNCONFIRMED' }: Refused = {},
): Fault => ({
	name: [`HTTP ${status}`, ...Object.keys(headers)].join(' with '),
	reply: () => (_, response) => void response.writeHead(status, headers).end(body),
	message: new RegExp(`^${message} \\(HTTP ${status}\\)$`),
	httpCode: String(status),
	result,
});

interface Refused {
	body?: string;
	headers?: Record<string, string>;
	result?: Fault['result'];
}

const COULD_NOT_PROCESS = 'The gateway could not process the request';
const PROXY_REFUSED = 'A proxy on the way to the gateway refused the request or its answer';

/** Every fault that an operation or an event must handle. */
export const FAULTS: Fault[] = [
	{
		name: 'refused',
		url: 'http://127.0.0.1:9',
		reply: () => '',
		message: /^The gateway refused the connection$/,
		httpCode: null,
		result: 'NOT_SENT',
	},
	{
		name: 'unknown host',
		url: 'http://gateway.invalid',
		reply: () => '',
		message: /^The gateway's host name could not be found$/,
		httpCode: null,
		result: 'NOT_SENT',
	},
	{
		name: 'dropped before an answer',
		reply: () => drop,
		...BROKEN,
	},
	{
		name: 'dropped after the headers',
		reply: () => (_, response) => {
			response.writeHead(200, { 'Content-Length': '1000' }).flushHeaders();
			setTimeout(() => response.destroy(), 20);
		},
		...BROKEN,
	},
	{
		name: 'truncated',
		reply: (whole) => (_, response) => {
			response.writeHead(200, { 'Content-Length': String(whole.length) });
			response.write(whole.slice(0, whole.length * 0.45));
			setTimeout(() => response.destroy(), 20);
		},
		...BROKEN,
	},
	{ name: 'hanging before an answer', reply: () => () => undefined, ...LATE },
	{
		name: 'hanging after the headers',
		reply: () => (_, response) => void response.writeHead(200).flushHeaders(),
		...LATE,
	},
	refused(401, "The server at the gateway's address refused the request", { result: 'NOT_SENT' }),
	refused(404, "The server has nothing at the path of the gateway's address", {
		body: '<h1>Not Found</h1>',
		result: 'NOT_SENT',
	}),
	refused(403, PROXY_REFUSED, { headers: { Via: '1.1 proxy' } }),
	refused(403, PROXY_REFUSED, { headers: { 'Proxy-Status': '1.1 proxy' } }),
	refused(403, PROXY_REFUSED, { headers: { 'X-Squid-Error': '1.1 proxy' } }),
	refused(500, COULD_NOT_PROCESS, { body: 'Server trouble' }),
	refused(503, COULD_NOT_PROCESS),
	refused(302, 'The gateway answered with a redirect', {
		headers: { Location: 'http://127.0.0.1:9/elsewhere' },
	}),
	{
		name: 'HTML page that repeats the request',
		reply: echo,
		message: /^The answer is not one a messaging gateway gives: "Sorry: [^]*\*\*\*[^]*"$/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'empty',
		reply: () => '',
		message: /^The gateway gave an empty answer$/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'wrong charset',
		reply: () => (_, response) =>
			void response
				.writeHead(200, { 'Content-Type': 'text/html; charset=utf-16le' })
				.end(Buffer.from('<p>Guten Tag</p>')),
		message: /^The answer is not one a messaging gateway gives: "/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
];

/** Shortens the time-outs where a fault hangs, and only there: the machine may be busy. */
export function setTimeouts({ name }: Fault): void {
	const milliseconds = name.startsWith('hanging') ? 40 : 10_000;
	for (const kind of ['read', 'take', 'change'] as const) {
		jest.replaceProperty(TIMEOUTS, kind, milliseconds);
	}
}

/** Searches everything in an error, at any depth, for the password in any encoding. */
export function expectNoPassword(error: unknown): void {
	const seen = new Set<unknown>();
	const visit = (value: unknown): void => {
		if (typeof value === 'string') {
			for (const form of [PASSWORD, encodeURIComponent(PASSWORD), 's3cret']) {
				expect(value).not.toContain(form);
			}
		} else if (typeof value === 'object' && value !== null && !seen.has(value)) {
			seen.add(value);
			Object.getOwnPropertyNames(value).forEach((name) =>
				visit((value as Record<string, unknown>)[name]),
			);
		}
	};
	visit(error);
}
