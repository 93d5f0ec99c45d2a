import type { NodeApiError } from 'n8n-workflow';
import type { ReadResult } from './event';

/** The result of reading an event. */
export interface EventResult extends ReadResult {
	/** The name of the event. */
	event: string;
}

/** When each kind of error was last reported, in milliseconds, by what it belongs to. */
export type Reported = Map<string, Map<string, number>>;

/** The time, in milliseconds, after which an error that goes on is reported again. */
const AN_HOUR = 3_600_000;

/** The owner of errors that every event would have. */
const ALL_EVENTS = '';

/**
 * Takes what is to be reported of a poll. An error is reported at once, and then at most once an hour
 * until a read of the same event succeeds: each report is a failed execution, and n8n may start an error
 * workflow for it.
 *
 * @returns one error that names all of them; null if there is nothing to report
 */
export function takeReport(reported: Reported, results: EventResult[]): NodeApiError | null {
	for (const { event, error } of results) {
		if (error) continue;
		reported.delete(event);
		reported.delete(ALL_EVENTS);
	}
	const due = results.flatMap((result) => takeDue(reported, result));
	const [first, ...others] = due as NodeApiError[];
	if (!first) return null;
	first.description = [first.description, ...others.map(({ message }) => message)].join('. ');
	return first;
}

function takeDue(reported: Reported, { event, error, endsPoll }: EventResult): Error[] {
	if (!error) return [];
	const owner = endsPoll ? ALL_EVENTS : event;
	const times = reported.get(owner) ?? new Map<string, number>();
	reported.set(owner, times);
	const kind = kindOf(error as NodeApiError);
	const last = times.get(kind) ?? -Infinity;
	if (Date.now() - last < AN_HOUR) return [];
	times.set(kind, Date.now());
	return [error];
}

/** The kind of an error. Its message may quote a page that says something else each time. */
const kindOf = ({ context, httpCode, message }: NodeApiError): string =>
	`${String(context?.failure ?? message)} ${httpCode ?? ''}`;
