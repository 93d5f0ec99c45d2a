import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RecordedRequest {
	method: string;
	path: string;
	query: Record<string, string>;
	body: string;
	headers: http.IncomingHttpHeaders;
}

/** An answer written by hand, or a function that handles the connection itself. */
export type Reply =
	string | ((request: RecordedRequest, response: ServerResponse, socket: IncomingMessage) => void);

/** Ends the connection once the request has arrived. */
export const drop = (_: RecordedRequest, response: ServerResponse): void => void response.destroy();

export interface TestServer {
	url: string;
	requests: RecordedRequest[];
	/**
	 * Makes an address of its own for a test that counts requests: on a busy machine, one that another test
	 * gave up may arrive late.
	 */
	ownAddress: () => { url: string; requests: () => RecordedRequest[] };
	/** Sets the next answers, in turn; the last one is repeated. */
	answer: (...replies: Reply[]) => void;
	close: () => Promise<void>;
}

/** Starts a web server that gives the answers of a test and records the requests. */
export async function startServer(): Promise<TestServer> {
	const requests: RecordedRequest[] = [];
	let replies: Reply[] = [];
	const server = http.createServer((incoming, response) => {
		const chunks: Buffer[] = [];
		incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
		incoming.on('end', () => {
			const url = new URL(incoming.url ?? '/', 'http://localhost');
			const request = {
				method: incoming.method ?? '',
				path: url.pathname,
				query: Object.fromEntries(url.searchParams),
				body: Buffer.concat(chunks).toString(),
				headers: incoming.headers,
			};
			requests.push(request);
			const reply = replies.length > 1 ? replies.shift() : replies[0];
			if (typeof reply === 'function') reply(request, response, incoming);
			else response.end(reply ?? '');
		});
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	const { port } = server.address() as AddressInfo;
	const url = `http://127.0.0.1:${port}`;
	let addresses = 0;
	return {
		url,
		requests,
		ownAddress: () => {
			const own = `/test-${(addresses += 1)}`;
			return {
				url: url + own,
				requests: () => requests.filter(({ path }) => path.startsWith(`${own}/`)),
			};
		},
		answer: (...next) => {
			replies = next;
			requests.length = 0;
		},
		close: async () => {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}

/** Starts a server for the tests of a file, and closes it after them. */
export function testServer(): TestServer {
	const server = {} as TestServer;
	beforeAll(async () => void Object.assign(server, await startServer()));
	afterAll(async () => await server.close());
	return server;
}
