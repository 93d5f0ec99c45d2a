import type { ServerResponse } from 'node:http';
import { TIMEOUTS } from '../../nodes/MessagingGateway/gateway/specification/limits';
import { PASSWORD } from './context';
import type { RecordedRequest, Reply } from './server';

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

const withStatus =
	(status: number, body = '', headers: Record<string, string> = {}) =>
	() =>
	(_: RecordedRequest, response: ServerResponse) =>
		void response.writeHead(status, headers).end(body);

/** Answers with the whole request, as debug pages do. */
const echo = () => (request: RecordedRequest, response: ServerResponse) =>
	void response
		.writeHead(200)
		.end(`<html><body>Sorry: ${JSON.stringify(request.query)} ${request.body}</body></html>`);

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
		reply: () => (_, response) => void response.destroy(),
		message: /^The connection broke before the answer of the gateway was complete$/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'dropped after the headers',
		reply: () => (_, response) => {
			response.writeHead(200, { 'Content-Length': '1000' }).flushHeaders();
			setTimeout(() => response.destroy(), 20);
		},
		message: /^The connection broke before the answer of the gateway was complete$/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'hanging before an answer',
		reply: () => () => undefined,
		message: /^The gateway did not answer within 0\.04 seconds$/,
		httpCode: '504',
		result: 'UNCONFIRMED',
	},
	{
		name: 'hanging after the headers',
		reply: () => (_, response) => void response.writeHead(200).flushHeaders(),
		message: /^The gateway did not answer within 0\.04 seconds$/,
		httpCode: '504',
		result: 'UNCONFIRMED',
	},
	{
		name: 'truncated',
		reply: (whole) => (_, response) => {
			response.writeHead(200, { 'Content-Length': String(whole.length) });
			response.write(whole.slice(0, whole.length * 0.45));
			setTimeout(() => response.destroy(), 20);
		},
		message: /^The connection broke before the answer of the gateway was complete$/,
		httpCode: null,
		result: 'UNCONFIRMED',
	},
	{
		name: 'HTTP 401',
		reply: withStatus(401, 'Unauthorized'),
		message: /^The server at the gateway's address refused the request \(HTTP 401\)$/,
		httpCode: '401',
		result: 'NOT_SENT',
	},
	{
		name: 'HTTP 404',
		reply: withStatus(404, '<h1>Not Found</h1>'),
		message: /^The server has nothing at the path of the gateway's address \(HTTP 404\)$/,
		httpCode: '404',
		result: 'NOT_SENT',
	},
	...['Via', 'Proxy-Status', 'X-Squid-Error'].map((header): Fault => ({
		name: `HTTP 403 with ${header}`,
		reply: withStatus(403, 'Forbidden', { [header]: '1.1 proxy' }),
		message: /^A proxy on the way to the gateway refused the request or its answer \(HTTP 403\)$/,
		httpCode: '403',
		result: 'UNCONFIRMED',
	})),
	{
		name: 'HTTP 500',
		reply: withStatus(500, 'Server trouble'),
		message: /^The gateway could not process the request \(HTTP 500\)$/,
		httpCode: '500',
		result: 'UNCONFIRMED',
	},
	{
		name: 'HTTP 503',
		reply: withStatus(503),
		message: /^The gateway could not process the request \(HTTP 503\)$/,
		httpCode: '503',
		result: 'UNCONFIRMED',
	},
	{
		name: 'redirect',
		reply: withStatus(302, '', { Location: 'http://127.0.0.1:9/elsewhere' }),
		message: /^The gateway answered with a redirect \(HTTP 302\)$/,
		httpCode: '302',
		result: 'UNCONFIRMED',
	},
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
