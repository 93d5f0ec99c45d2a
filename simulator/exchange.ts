import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyReply } from 'fastify';
import { bytesSent, type Fault } from './faults';
import type { Gateway } from './gateway';
import { INERT } from './inert';
import type { KeptRequest } from './requestLog';
import { isoTime } from './times';

/** The answer of an operation, and the account it was called with; null for wrong credentials. */
export interface Handled {
	text: string;
	accountId: number | null;
}

/** One request to an operation of either interface. */
export interface Call {
	method: 'GET' | 'POST';
	path: string;
	interface: 'query' | 'xml';
	contentType: string;
	/** The request as the log shows it, with its credentials masked. */
	show(): unknown;
	/** The length of the request. */
	size: number;
	work(): Handled;
}

interface Answer {
	status: number;
	headers: Record<string, string>;
	text: string;
	bytes: Buffer;
}

const NOTHING: Handled = { text: '', accountId: null };

/** Does the work at once, waits until the answer is due, then answers; a fault may change any of the three. */
export async function exchange(gateway: Gateway, call: Call, reply: FastifyReply): Promise<void> {
	const arrived = performance.now();
	const fault = gateway.faults.take(call.path);
	const workDone = fault.drop !== 'before' && fault.skipWork !== true;
	const { text, accountId } = workDone ? call.work() : NOTHING;
	const answer = answerOf(call, text, fault);
	const entry = logEntry(gateway, call, answer, { fault, workDone, accountId });
	gateway.requestLog.add({ entry, show: call.show, size: call.size + answer.text.length });
	const due = arrived + gateway.settings.latencyMs + (fault.delayMs ?? 0);
	const wait = due - performance.now();
	if (wait > 0) await pause(wait);
	entry.answerSent = deliver(reply, answer, fault);
}

type LogEntry = KeptRequest['entry'];

function logEntry(
	{ clock }: Gateway,
	{ method, path, interface: name }: Call,
	{ status, headers, text: body }: Answer,
	outcome: Pick<LogEntry, 'fault' | 'workDone' | 'accountId'>,
): LogEntry {
	return {
		at: isoTime(clock.now()),
		method,
		path,
		interface: name,
		...outcome,
		answer: { status, headers, body },
		answerSent: 'none',
	};
}

function answerOf(call: Call, text: string, fault: Fault): Answer {
	const body = fault.body ?? text;
	return {
		status: fault.status ?? (fault.redirectTo === undefined ? 200 : 302),
		headers: {
			'content-type': `${call.contentType}; charset=utf-8`,
			...(fault.redirectTo === undefined ? {} : { location: fault.redirectTo }),
			...fault.headers,
		},
		text: body,
		bytes: Buffer.from(body),
	};
}

function deliver(reply: FastifyReply, answer: Answer, fault: Fault): LogEntry['answerSent'] {
	if (fault.drop || reply.raw.destroyed) {
		reply.hijack().raw.destroy();
		return 'none';
	}
	if (fault.truncateAt !== undefined) {
		truncate(reply, answer, fault.truncateAt);
		return 'part';
	}
	// The headers of a fault do not replace those that make the answer inert.
	void reply.code(answer.status).headers(answer.headers).headers(INERT).send(answer.bytes);
	return 'whole';
}

/** Declares the length of the whole answer, sends its beginning, and closes the connection. */
function truncate(reply: FastifyReply, { status, headers, bytes }: Answer, at: number): void {
	const { raw } = reply.hijack();
	const length = { 'content-length': String(bytes.length) };
	raw.setHeaders(new Map(Object.entries({ ...headers, ...INERT, ...length })));
	raw.writeHead(status);
	raw.flushHeaders();
	raw.write(bytes.subarray(0, bytesSent(bytes.length, at)), () => raw.destroy());
}
