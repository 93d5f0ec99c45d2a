import { Agent as HttpAgent, get as getHttp, type ClientRequest } from 'node:http';
import { Agent as HttpsAgent, get as getHttps } from 'node:https';

/** One call of a webhook address, as `GET /control/notifications` shows it. */
export interface Notification {
	at: string;
	url: string;
	outcome: 'pending' | 'answered' | 'unanswered';
	/** The HTTP status of the answer, when there is one. */
	status: number | null;
}

const MOST_AT_ONCE = 1000;

/** A call beyond this many pending ones is not made. */
const MOST_PENDING = 100_000;

/** How many calls are kept to be shown. */
const MOST_SHOWN = 1000;

/** Calls addresses, each once. Nobody waits for it: a call that fails is only counted. */
export class Notifier {
	private latest: Notification[] = [];
	private readonly pending = new Set<ClientRequest>();
	private readonly http = new HttpAgent({ keepAlive: true, maxSockets: MOST_AT_ONCE });
	private readonly https = new HttpsAgent({ keepAlive: true, maxSockets: MOST_AT_ONCE });
	private readonly counts = { answered: 0, unanswered: 0 };

	/** @param patienceMs how long an answer is waited for, from the moment a call has a connection */
	constructor(private readonly patienceMs: number) {}

	call(url: URL, at: string): void {
		const shown: Notification = { at, url: url.href, outcome: 'pending', status: null };
		this.latest = [...this.latest.slice(1 - MOST_SHOWN), shown];
		if (this.pending.size >= MOST_PENDING) return this.conclude(shown, undefined);
		const request = this.sent(url);
		let status: number | undefined;
		this.pending.add(request);
		request.once('socket', () => {
			const timer = setTimeout(() => request.destroy(), this.patienceMs);
			request.once('close', () => clearTimeout(timer));
		});
		request.once('response', (answer) => {
			status = answer.statusCode;
			answer.resume();
		});
		// Why a call failed is of no use here; `close` follows.
		request.on('error', () => undefined);
		request.once('close', () => {
			if (this.pending.delete(request)) this.conclude(shown, status);
		});
	}

	private sent(url: URL): ClientRequest {
		return url.protocol === 'https:'
			? getHttps(url, { agent: this.https })
			: getHttp(url, { agent: this.http });
	}

	private conclude(shown: Notification, status: number | undefined): void {
		shown.outcome = status === undefined ? 'unanswered' : 'answered';
		shown.status = status ?? null;
		this.counts[shown.outcome] += 1;
	}

	/** The latest calls, oldest first. */
	all(): readonly Notification[] {
		return this.latest;
	}

	/** How many calls were made, by their outcome. */
	counted() {
		return { pending: this.pending.size, ...this.counts };
	}

	/** Forgets every call, and ends those that are not answered. */
	clear(): void {
		for (const request of this.pending) request.destroy();
		this.pending.clear();
		this.latest = [];
		this.counts.answered = 0;
		this.counts.unanswered = 0;
	}

	/** Closes every connection. */
	close(): void {
		this.clear();
		this.http.destroy();
		this.https.destroy();
	}
}
