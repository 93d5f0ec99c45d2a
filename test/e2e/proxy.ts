import { once } from 'node:events';
import {
	createServer,
	request as httpRequest,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a proxy does with a request for another server. */
export type Treatment = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP proxy as companies have one, which notes the address of every request. */
export class Proxy {
	readonly log: string[] = [];
	treatment: Treatment = passOn();
	private readonly server: Server;

	private constructor() {
		this.server = createServer((request, response) => {
			this.log.push(`${request.method} ${request.url}`);
			this.treatment(request, response);
		});
	}

	static async start(): Promise<Proxy> {
		const proxy = new Proxy();
		proxy.server.listen(0, '127.0.0.1');
		await once(proxy.server, 'listening');
		return proxy;
	}

	get address(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Ends it: from then on it cannot be reached. */
	stop(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}

/** Passes a request on, and its answer back, or does something else once the answer is there. */
export const passOn =
	(then?: (response: ServerResponse) => void): Treatment =>
	(request, response) => {
		const { url = '', method, headers } = request;
		const passedOn = httpRequest(url, { method, headers }, (answer) => {
			if (!then) {
				response.writeHead(answer.statusCode ?? 502, answer.headers);
				answer.pipe(response);
				return;
			}
			answer.resume().on('end', () => then(response));
		});
		passedOn.on('error', () => response.destroy());
		request.pipe(passedOn);
	};

/** Answers with a status and headers of the proxy's own. */
export const answerItself =
	(status: number, headers: Record<string, string> = {}) =>
	(response: ServerResponse): void =>
		void response.writeHead(status, headers).end('<html><body>Blocked</body></html>');

/** Refuses a request without passing it on. */
export const refuse =
	(status: number, headers: Record<string, string> = {}): Treatment =>
	(request, response) => {
		request.resume().on('end', () => answerItself(status, headers)(response));
	};
