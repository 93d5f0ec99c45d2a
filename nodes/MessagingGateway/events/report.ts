import type { NodeApiError } from 'n8n-workflow';
import type { News } from './event';

/** The result of reading an event. */
export interface EventResult extends Omit<News, 'items' | 'memory'> {
	/** The name of the event. */
	event: string;
}

/** When each kind of error was last reported, in milliseconds of `performance.now()`. */
export type Reported = Map<string, number>;

/** The time, in milliseconds, after which an error that goes on is reported again. */
const AN_HOUR = 3_600_000;

/**
 * Makes one error of what is to be reported of a poll; null if nothing is. A report is a failed execution,
 * which may start an error workflow, so an error is reported once an hour, until a poll has none.
 */
export function takeReport(reported: Reported, results: EventResult[]): NodeApiError | null {
	if (results.every(({ error }) => !error)) reported.clear();
	const due = results.filter((result) => isDue(reported, result)).map(({ error }) => error);
	const [first, ...others] = due as NodeApiError[];
	if (!first) return null;
	first.description = [first.description, ...others.map(({ message }) => message)].join('. ');
	return first;
}

function isDue(reported: Reported, { event, error, endsPoll }: EventResult): boolean {
	if (!error) return false;
	const { context, httpCode, message } = error as NodeApiError;
	// A message may quote a page that says something else each time.
	const cause = `${String(context?.failure ?? message)} ${httpCode ?? ''}`;
	// Every event would have an error that ends the poll.
	const kind = endsPoll ? cause : `${event} ${cause}`;
	if (performance.now() - (reported.get(kind) ?? -Infinity) < AN_HOUR) return false;
	reported.set(kind, performance.now());
	return true;
}
