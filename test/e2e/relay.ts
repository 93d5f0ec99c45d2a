import { EventEmitter, on, once } from 'node:events';
import {
	createServer,
	request as httpRequest,
	type IncomingMessage,
	type Server,
	type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the gateway answered, whether or not anybody was still there to hear it. */
export interface RelayedAnswer {
	path: string;
	body: string;
	/** In milliseconds, when its request came in. */
	requestedAt: number;
}

/** What a relay does with a request instead of passing it on. */
export type Treatment = (request: IncomingMessage, response: ServerResponse) => void;

/**
 * Passes requests on to the simulator, or as a proxy to the server that they name, and tells to the
 * millisecond when they come in.
 */
export class Relay {
	readonly answers: RelayedAnswer[] = [];
	/** The method and address of each request. */
	readonly log: string[] = [];
	treatment: Treatment = (request, response) => this.passOn(request, response);
	/** `request` with its path, and `answer` with its body. */
	private readonly events = new EventEmitter();
	private readonly server: Server;

	private constructor(private readonly target: string) {
		this.server = createServer((request, response) => {
			this.log.push(`${request.method} ${request.url}`);
			this.events.emit('request', new URL(request.url ?? '/', target).pathname);
			this.treatment(request, response);
		});
	}

	/** @param target where requests go that do not name a server themselves */
	static async start(target = 'http://127.0.0.1'): Promise<Relay> {
		const relay = new Relay(target);
		relay.server.listen(0, '127.0.0.1');
		await once(relay.server, 'listening');
		return relay;
	}

	get address(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Passes a request on, and its answer back, or does something else once the answer is there. */
	passOn(
		request: IncomingMessage,
		response: ServerResponse,
		then?: (response: ServerResponse) => void,
	): void {
		const requestedAt = Date.now();
		const { url = '/', method, headers } = request;
		const address = new URL(url, this.target);
		const passedOn = httpRequest(address, { method, headers });
		passedOn.on('response', (answer) => {
			void answer.toArray().then((chunks: Buffer[]) => {
				const body = Buffer.concat(chunks);
				this.answers.push({ path: address.pathname, body: body.toString(), requestedAt });
				if (then) then(response);
				else response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
				this.events.emit('answer', body.toString());
			});
		});
		passedOn.on('error', () => response.destroy());
		request.pipe(passedOn);
	}

	/** Resolves when the next request for that path comes in, before it is answered. */
	async nextRequest(wanted: string): Promise<void> {
		for await (const [path] of on(this.events, 'request')) if (path === wanted) return;
	}

	/** Resolves when the next answer with such a text has been passed on. */
	async nextAnswer(text: string): Promise<void> {
		for await (const [body] of on(this.events, 'answer')) if (String(body).includes(text)) return;
	}

	/** Ends it: from then on it cannot be reached. */
	stop(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}
