import type { Fault } from './faults';

/** One request to the gateway, as `GET /control/requests` shows it. Credentials are masked. */
export interface LoggedRequest {
	at: string;
	method: string;
	path: string;
	interface: 'query' | 'xml';
	/** The account that the credentials belong to; null when they are wrong or were not checked. */
	accountId: number | null;
	/** The query parameters, or the elements of the body; its text when it could not be read. */
	request: unknown;
	fault: Fault;
	workDone: boolean;
	/** The answer, even if it was not sent. */
	answer: { status: number; headers: Record<string, string>; body: string };
	answerSent: 'whole' | 'part' | 'none';
}

/** A request as the log keeps it: a body is parsed only when the log is read. */
export interface KeptRequest {
	entry: Omit<LoggedRequest, 'request'>;
	show(): unknown;
	/** The length of the request and its answer. */
	size: number;
}

/** Replaces a login name or a password. */
export const MASK = '***';

/** More than a test needs, and little enough memory to run for days. */
const MOST_REQUESTS = 1000;
const MOST_CHARACTERS = 100_000_000;

/** The latest requests to the gateway, oldest first. */
export class RequestLog {
	private kept: KeptRequest[] = [];
	private size = 0;

	add(request: KeptRequest): void {
		this.kept.push(request);
		this.size += request.size;
		while (this.kept.length > MOST_REQUESTS || this.size > MOST_CHARACTERS) {
			this.size -= this.kept.shift()?.size ?? this.size;
		}
	}

	all(): LoggedRequest[] {
		return this.kept.map(({ entry, show }) => ({ ...entry, request: show() }));
	}

	clear(): void {
		this.kept = [];
		this.size = 0;
	}
}
