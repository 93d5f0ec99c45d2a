/** A fault of one gateway request. Unless it says otherwise, the work is done. */
export interface Fault {
	/** Holds the answer back; the work is done before the wait. */
	delayMs?: number;
	/** Destroys the socket without an answer, before the work or after it. */
	drop?: 'before' | 'after';
	/** Answers without doing the work, like a web server that could not reach the gateway. */
	skipWork?: boolean;
	/** Sends this many bytes of the answer (below 1: this share), then closes the connection. */
	truncateAt?: number;
	/** Replaces the HTTP status or the body, or adds headers. */
	status?: number;
	body?: string;
	headers?: Record<string, string>;
	/** A Location header, with status 302 unless `status` says otherwise. */
	redirectTo?: string;
}

/** A fault for the next requests that match. */
export interface ScriptedFault {
	match?: { path?: string };
	/** How many requests it applies to; 1 by default. */
	times?: number;
	fault: Fault;
}

/** The scripted faults: each request uses up one turn of the first fault that matches it. */
export class Faults {
	private script: Required<ScriptedFault>[] = [];

	add({ match = {}, times = 1, fault }: ScriptedFault): void {
		this.script.push({ match, times, fault });
	}

	/** Takes the fault for a request to this path; an empty one when none matches. */
	take(path: string): Fault {
		const due = this.script.find(({ match }) => match.path === undefined || match.path === path);
		if (!due) return {};
		due.times -= 1;
		this.script = this.script.filter(({ times }) => times > 0);
		return due.fault;
	}

	/** The faults that are not used up. */
	pending(): readonly ScriptedFault[] {
		return this.script;
	}

	clear(): void {
		this.script = [];
	}
}

/** How many bytes of an answer are sent before the socket is destroyed. */
export function bytesSent(length: number, truncateAt: number): number {
	const bytes = truncateAt > 0 && truncateAt < 1 ? Math.floor(length * truncateAt) : truncateAt;
	return Math.min(bytes, length);
}
