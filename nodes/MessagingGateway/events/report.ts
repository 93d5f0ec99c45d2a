import type { NodeApiError } from 'n8n-workflow';
import type { News } from './event';

/** The result of reading an event. */
export interface EventResult extends Omit<News, 'items' | 'memory'> {
	/** The name of the event. */
	event: string;
}

/** When each kind of error was last reported, by the event that has it, in milliseconds of `performance.now()`. */
export type Reported = Map<string, Map<string, number>>;

/** The time, in milliseconds, after which an error that goes on is reported again. */
const AN_HOUR = 3_600_000;

/** The owner of errors that every event would have. */
const ALL_EVENTS = '';

/**
 * Makes one error of what is to be reported of a poll; null if nothing is. A report is a failed execution,
 * which may start an error workflow, so an error that goes on is reported once an hour.
 */
export function takeReport(reported: Reported, results: EventResult[]): NodeApiError | null {
	const succeeded = results.filter(({ error }) => !error).map(({ event }) => event);
	if (succeeded.length > 0) succeeded.push(ALL_EVENTS);
	succeeded.forEach((owner) => reported.delete(owner));
	const due = results.filter((result) => isDue(reported, result)).map(({ error }) => error);
	const [first, ...others] = due as NodeApiError[];
	if (!first) return null;
	first.description = [first.description, ...others.map(({ message }) => message)].join('. ');
	return first;
}

function isDue(reported: Reported, { event, error, endsPoll }: EventResult): boolean {
	if (!error) return false;
	const owner = endsPoll ? ALL_EVENTS : event;
	const times = reported.get(owner) ?? new Map<string, number>();
	const { context, httpCode, message } = error as NodeApiError;
	// A message may quote a page that says something else each time.
	const kind = `${String(context?.failure ?? message)} ${httpCode ?? ''}`;
	if (performance.now() - (times.get(kind) ?? -Infinity) < AN_HOUR) return false;
	reported.set(owner, times.set(kind, performance.now()));
	return true;
}
