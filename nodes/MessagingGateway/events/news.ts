import type { IDataObject, IPollFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import { gatewayError, operationError, unreadable } from '../errors';
import { chosenInterface, ID_ADVICE, readMessageIds } from '../fields';
import type { Exchange } from '../gateway/exchange';
import { getsNowhere, type Failure } from '../gateway/failures';
import { MAX_WATCHED_IDS } from '../gateway/limits';
import { readRecords } from '../gateway/records';
import { retryingReads } from '../gateway/retrying';
import { readStatuses } from '../gateway/status';
import { toItems, type RecordEvent } from './event';
import { openIds, statusChanges, type StatusMemory, type StatusState } from './statusChange.event';

/** What came of asking the gateway about one event. */
export interface News {
	items: IDataObject[];
	/** What went wrong, wholly or in part. */
	problem: NodeApiError | NodeOperationError | null;
	/** Whether the gateway answered, if only in part. */
	arrived: boolean;
	/** Whether every other request would meet the same fate. */
	endsPoll: boolean;
}

/** Takes the new records of an event, once. */
export async function readNewRecords(
	context: IPollFunctions,
	event: RecordEvent,
	excludeShortCode: boolean,
	exchange: Exchange,
): Promise<News> {
	const reading = await readRecords(exchange, event.name, via(context), excludeShortCode);
	const { entries, failure } = reading.ok
		? reading.value
		: { entries: [], failure: reading.failure };
	return {
		items: toItems(event, entries),
		...outcome(context, event.subject, failure, reading.ok),
	};
}

/** Asks for the statuses of the watched messages, as far as they can still change. */
export async function readStatusChanges(
	context: IPollFunctions,
	memory: StatusMemory,
	exchange: Exchange,
): Promise<News & { state: StatusState }> {
	const { messageIds, problem } = watchedIds(context);
	const questions = openIds(memory, messageIds).map((messageId) => ({
		messageId,
		reference: null,
	}));
	const reading = await readStatuses(retryingReads(exchange), questions, via(context));
	const { statuses, failure } = reading;
	const read = outcome(context, 'Statuses', failure, statuses.size > 0);
	return {
		...statusChanges(memory, messageIds, statuses),
		...read,
		problem: read.problem ?? problem,
	};
}

const via = (context: IPollFunctions) =>
	chosenInterface((context.getNodeParameter('options', {}) as IDataObject).interface);

/** How a reading went; the error is for one event, and others of the same poll may have gone well. */
function outcome(
	context: IPollFunctions,
	subject: string,
	failure: Failure | null,
	arrived: boolean,
): Omit<News, 'items'> {
	if (!failure) return { problem: null, arrived, endsPoll: false };
	const { message, advice } = failure;
	const text = arrived
		? {
				message: `${subject} were not all read. ${message}`,
				description: `What had arrived by then was kept. ${advice}`,
			}
		: { message: `${subject} were not read. ${message}` };
	return {
		problem: gatewayError(context, failure, text),
		arrived,
		endsPoll: getsNowhere(failure),
	};
}

/** The IDs of the field, each once. What is wrong with one of them stops none of the others. */
function watchedIds(context: IPollFunctions): Pick<News, 'problem'> & { messageIds: string[] } {
	const refuse = (message: string, messageIds: string[] = []) => ({
		messageIds,
		problem: operationError(context, { message, description: ID_ADVICE }),
	});
	try {
		const readings = readMessageIds(context.getNodeParameter('messageIds', ''));
		const good = readings.filter(({ problem }) => problem === undefined);
		const messageIds = [...new Set(good.map(({ messageId }) => messageId))];
		const bad = readings.find(({ problem }) => problem !== undefined);
		if (messageIds.length > MAX_WATCHED_IDS) {
			return refuse(
				`'Message IDs' holds ${messageIds.length} IDs, and a trigger watches at most ${MAX_WATCHED_IDS}`,
			);
		}
		return bad ? refuse(bad.problem as string, messageIds) : { messageIds, problem: null };
	} catch (error) {
		return refuse(unreadable(error));
	}
}
