import type { NodeApiError, NodeOperationError } from 'n8n-workflow';
import { joined } from '../fields/sentences';
import type { Failure } from '../gateway/exchange/failures';
import { gatewayError } from '../host/errors';
import { lossOf } from '../rows/recordItems';
import type { Event, News, Reading } from './event';

export type ReadError = NodeApiError | NodeOperationError;

export interface EventResult {
	event: string;
	error: ReadError | null;
	arrived: boolean;
	endsPoll: boolean;
}

/** Reads an event, and makes an error of what failed. */
export async function readEvent(event: Event, reading: Reading): Promise<News & EventResult> {
	const news = await event.read(reading);
	const { failure, problem = null, arrived } = news;
	const result = { ...news, event: event.subject, endsPoll: failure?.noAccess === true };
	if (!failure) return { ...result, error: problem };
	const message = `${event.subject} were not ${arrived ? 'all ' : ''}read. ${failure.message}`;
	const description = descriptionOf(event, failure, arrived);
	return { ...result, error: gatewayError(reading.context, failure, { message, description }) };
}

const descriptionOf = ({ isOnceOnly }: Event, failure: Failure, arrived: boolean): string =>
	joined([
		arrived ? 'What had arrived by then was kept' : undefined,
		isOnceOnly ? lossOf(failure) : undefined,
		failure.advice,
	]);

/** When each kind of error was last reported, in milliseconds of `performance.now()`. */
export type Reported = Map<string, number>;

/** The time, in milliseconds, after which an error that goes on is reported again. */
const AN_HOUR = 3_600_000;

/**
 * Makes one error of what a poll must report; null if nothing. A report is a failed execution, which may
 * start an error workflow, so an error is reported once an hour, until a poll has none.
 */
export function takeReport(reported: Reported, results: EventResult[]): ReadError | null {
	if (results.every(({ error }) => !error)) reported.clear();
	const [first, ...others] = results.flatMap((result) =>
		result.error && isDue(reported, kindOf(result)) ? result.error : [],
	);
	if (!first) return null;
	first.description = [first.description, ...others.map(({ message }) => message)].join('. ');
	return first;
}

/** An error that ends the poll is the same for every event. */
function kindOf({ event, error, endsPoll }: EventResult): string {
	const { context, httpCode, message } = error as NodeApiError;
	// A message may quote a page or a number, another one each time.
	const cause = `${String(context?.failure ?? message.replace(/\d+/g, ''))} ${httpCode ?? ''}`;
	return endsPoll ? cause : `${event} ${cause}`;
}

function isDue(reported: Reported, kind: string): boolean {
	const now = performance.now();
	if (now - (reported.get(kind) ?? -Infinity) < AN_HOUR) return false;
	reported.set(kind, now);
	return true;
}
