import { once } from 'node:events';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the gateway answered, whether or not anybody was still there to hear it. */
export interface RelayedAnswer {
	path: string;
	body: string;
	/** In milliseconds, when its request came in. */
	requestedAt: number;
}

/** Passes requests on to the simulator, and tells to the millisecond when they come in. */
export class Relay {
	readonly answers: RelayedAnswer[] = [];
	private readonly listeners = new Set<(path: string) => void>();
	private readonly answerListeners = new Set<(answer: RelayedAnswer) => void>();
	private readonly server: Server;

	private constructor(target: string) {
		this.server = createServer((request, response) => {
			const path = new URL(request.url ?? '/', target).pathname;
			const requestedAt = Date.now();
			for (const listener of this.listeners) listener(path);
			const passedOn = httpRequest(new URL(request.url ?? '/', target), {
				method: request.method,
				headers: request.headers,
			});
			passedOn.on('response', (answer) => {
				const chunks: Buffer[] = [];
				answer.on('data', (chunk: Buffer) => chunks.push(chunk));
				answer.on('end', () => {
					const body = Buffer.concat(chunks);
					const relayed = { path, body: body.toString(), requestedAt };
					this.answers.push(relayed);
					response.writeHead(answer.statusCode ?? 502, answer.headers).end(body);
					for (const listener of this.answerListeners) listener(relayed);
				});
			});
			passedOn.on('error', () => response.destroy());
			request.pipe(passedOn);
		});
	}

	static async start(target: string): Promise<Relay> {
		const relay = new Relay(target);
		relay.server.listen(0, '127.0.0.1');
		await once(relay.server, 'listening');
		return relay;
	}

	get address(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	/** Resolves when the next request for that path comes in, before it is answered. */
	nextRequest(wanted: string): Promise<void> {
		return new Promise((resolve) => {
			const listener = (path: string): void => {
				if (path !== wanted) return;
				this.listeners.delete(listener);
				resolve();
			};
			this.listeners.add(listener);
		});
	}

	/** Resolves when the next answer with such a text has been passed on. */
	nextAnswer(text: string): Promise<void> {
		return new Promise((resolve) => {
			const listener = ({ body }: RelayedAnswer): void => {
				if (!body.includes(text)) return;
				this.answerListeners.delete(listener);
				resolve();
			};
			this.answerListeners.add(listener);
		});
	}

	stop(): void {
		this.server.closeAllConnections();
		this.server.close();
	}
}
