import type { Charset } from './charset';

/** What goes wrong with one gateway request. Unless it says otherwise, the work is done. */
export interface Fault {
	/** Holds the answer back; the work is done before the wait. */
	delayMs?: number;
	/** Destroys the socket without an answer, before the work or after it. */
	drop?: 'before' | 'after';
	/** Answers without doing the work, as a web server does that never reached the gateway. */
	skipWork?: boolean;
	/** Sends only so many bytes of the answer (or, below 1, so large a share), then hangs up. */
	truncateAt?: number;
	/** Another HTTP status, body or further headers instead of the answer's own. */
	status?: number;
	body?: string;
	headers?: Record<string, string>;
	/** A Location header, with status 302 unless `status` says otherwise. */
	redirectTo?: string;
	/** Writes the bytes in this charset, while the answer goes on declaring the usual one. */
	charset?: Charset;
}

/** A fault for the next requests that match. */
export interface ScriptedFault {
	match?: { path?: string };
	/** How many requests it applies to; 1 by default. */
	times?: number;
	fault: Fault;
}

/** The script: each matching request uses up one turn of the first fault that matches. */
export class Faults {
	private script: Required<ScriptedFault>[] = [];

	add({ match = {}, times = 1, fault }: ScriptedFault): void {
		this.script.push({ match, times, fault });
	}

	/** The fault for a request to this path; an empty one when none is due. */
	take(path: string): Fault {
		const due = this.script.find(({ match }) => match.path === undefined || match.path === path);
		if (!due) return {};
		due.times -= 1;
		this.script = this.script.filter(({ times }) => times > 0);
		return due.fault;
	}

	/** What is still due. */
	pending(): readonly ScriptedFault[] {
		return this.script;
	}

	clear(): void {
		this.script = [];
	}
}

/** How many bytes of an answer leave before the socket is destroyed. */
export function bytesSent(length: number, truncateAt: number): number {
	const bytes = truncateAt > 0 && truncateAt < 1 ? Math.floor(length * truncateAt) : truncateAt;
	return Math.min(bytes, length);
}
