import type { FastifyInstance } from 'fastify';
import type { Fault } from '../../simulator/faults';
import type { Seed } from '../../simulator/seed';
import type { ShownMessage } from '../../simulator/shown';
import { createSimulator, type SimulatorOptions } from '../../simulator/simulator';

/** The credentials of the seeded main account. */
export const DEMO = 'user=demo&password=demo';

/** A number that the seed does not have. */
export const NUMBER = '27821110001';

export const DAY = 24 * 60 * 60;

const started: Service[] = [];
afterAll(async () => {
	await Promise.all(started.map((service) => service.close()));
});

/** A simulator on a port of its own; its clock stands at 2026-11-20 08:00:00 GMT until moved. */
export class Service {
	private readonly app: FastifyInstance;
	readonly address: Promise<string>;

	constructor(options: SimulatorOptions = {}) {
		this.app = createSimulator({ startAt: '2026-11-20T08:00:00Z', speed: 0, ...options });
		this.address = this.app.listen({ port: 0, host: '127.0.0.1' });
		started.push(this);
	}

	/** Ends it; a server that is still about to listen cannot be closed. */
	async close(): Promise<void> {
		await this.address;
		await this.app.close();
	}

	/** Sends any request. */
	async request(url: string, init?: RequestInit): Promise<Response> {
		return fetch((await this.address) + url, init);
	}

	/** The body that a GET call answers. */
	async get(url: string): Promise<string> {
		return (await this.request(url)).text();
	}

	/** The body that a POST call answers, without its XML declaration. */
	async post(url: string, body: string): Promise<string> {
		const answer = await this.request(url, { method: 'POST', body });
		return (await answer.text()).replace('<?xml version="1.0" encoding="utf-8"?>', '');
	}

	/** What the control interface answers. */
	async control<Answer>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) {
		const content = body && {
			body: JSON.stringify(body),
			headers: { 'content-type': 'application/json' },
		};
		const answer = await this.request(`/control${path}`, { method, ...content });
		return (await answer.json()) as Answer;
	}

	/** Lets it begin again with its seed and its clock. */
	async reset(): Promise<void> {
		await this.control('POST', '/reset', {});
	}

	/** Adds to its data; gives the refusal if there is one. */
	seed(seed: Seed): Promise<object> {
		return this.control('POST', '/seed', seed);
	}

	/** Moves the gateway's clock forward. */
	async wait(advanceSeconds: number): Promise<void> {
		await this.control('POST', '/clock', { advanceSeconds });
	}

	/** Breaks the next answer. */
	fault(fault: Fault): Promise<object> {
		return this.control('POST', '/faults', { fault });
	}

	/** Sends "Hi" over the query interface. */
	send(numbers = NUMBER, scheduled = '', login = 'demo'): Promise<string> {
		const recipients = `numbers=${encodeURIComponent(numbers)}&scheduled=${scheduled}`;
		return this.get(`/batchmessage.asp?user=${login}&password=${login}&message=Hi&${recipients}`);
	}

	/** The messages accepted. */
	messages(): Promise<ShownMessage[]> {
		return this.control('GET', '/messages');
	}

	/** The statuses of messages over the query interface; each ID ends with a semicolon. */
	status(ids: string, login = 'demo'): Promise<string> {
		return this.get(`/requestbatch.asp?user=${login}&password=${login}&messageid=${ids}`);
	}

	/** Answers the latest message to that number. */
	reply(text: string, from = NUMBER): Promise<object> {
		return this.control('POST', '/replies', { from, text });
	}

	/** Texts a short code of the demo account. */
	textShortCode(text: string, from = NUMBER, shortCode = '31234'): Promise<object> {
		return this.control('POST', '/short-code-messages', { shortCode, from, text });
	}

	/** The replies that the query interface returns. */
	replies(more = ''): Promise<string> {
		return this.get(`/httpgetreplies.asp?${DEMO}${more}`);
	}

	/** The short-code messages that it returns. */
	shortCodeMessages(): Promise<string> {
		return this.get(`/httpgetscmessages.asp?${DEMO}`);
	}

	/** The balance as the query interface reports it. */
	credits(login = 'demo'): Promise<string> {
		return this.get(`/credits.asp?user=${login}&password=${login}`);
	}
}

/** A simulator for the tests of a file; it begins again before each. */
export function freshService(): Service {
	const service = new Service();
	beforeEach(() => service.reset());
	return service;
}

/** A refusal of the control interface. */
export const refusal = (message: unknown, statusCode = 400): unknown =>
	expect.objectContaining({ statusCode, message });

const CREDENTIALS = '<User>demo</User><Password>demo</Password>';

/** A send request of the demo account. */
export const multiMessage = (messages: string, scheduled = ''): string =>
	`<Svc_Multi_Message>${CREDENTIALS}${scheduled}<Messages>${messages}</Messages></Svc_Multi_Message>`;

/** One Message of a send request. */
export const message = (text: string, ...numbers: string[]): string =>
	`<Message><MessageText>${text}</MessageText><Numbers>` +
	`${numbers.map((number) => `<Number>${number}</Number>`).join('')}</Numbers></Message>`;

/** A status or delete request of the demo account. */
export const withMessageIds = (root: string, ...ids: string[]): string =>
	`<${root}>${CREDENTIALS}<MessageIDs>` +
	`${ids.map((id) => `<MessageID><ID>${id}</ID></MessageID>`).join('')}</MessageIDs></${root}>`;

/** A request of the demo account that holds nothing but credentials. */
export const credentialsOnly = (root: string): string => `<${root}>${CREDENTIALS}</${root}>`;
