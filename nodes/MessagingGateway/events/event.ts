import type {
	IDataObject,
	INodePropertyOptions,
	IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import type { Exchange } from '../gateway/exchange/exchange';
import { getsNowhere, type Failure } from '../gateway/exchange/failures';
import { gatewayError } from '../n8n/errors';

/** Something that the trigger can watch for. Polls and test events handle all of them in the same way. */
export interface Event {
	/** The entry in the editor's list; saved workflows hold its `value`. */
	option: INodePropertyOptions & { value: string };
	/**
	 * Items for a test in the editor. An event has them if the gateway hands out its records only once.
	 * Its items are passed on as they arrive; those of other events are compared with `memory`.
	 */
	samples?: () => IDataObject[];
	/**
	 * Asks the gateway.
	 *
	 * @param memory the `memory` that the event returned at an earlier poll, in `stored`
	 */
	read: (context: IPollFunctions, exchange: Exchange, memory: Memory) => Promise<News>;
}

/** The data from earlier polls that an event can use. */
export interface Memory {
	/** The data that n8n stored at an earlier poll; undefined if there was none. */
	stored: unknown;
	/** Whether this is the first poll of this process, so that the last emission may have been lost. */
	isFirstPoll: boolean;
}

/** The result of asking the gateway about one event. */
export interface News {
	items: IDataObject[];
	/** The data to store with the items; absent if there is none. */
	memory?: IDataObject;
	/** The error, also of a partial failure. */
	problem: NodeApiError | NodeOperationError | null;
	/** Whether at least part of an answer arrived. */
	arrived: boolean;
	/** Whether every other request would fail in the same way. */
	endsPoll: boolean;
}

/**
 * Describes the result of a read. The error is for one event; others of the same poll may have succeeded.
 *
 * @param subject the records that were read, as the beginning of a sentence
 * @param loss sentence on records that may be lost
 */
export function courseOf(
	context: IPollFunctions,
	subject: string,
	failure: Failure | null,
	arrived: boolean,
	loss?: string,
): Omit<News, 'items'> {
	if (!failure) return { problem: null, arrived, endsPoll: false };
	const { message, advice } = failure;
	const kept = arrived ? 'What had arrived by then was kept' : undefined;
	const text = {
		message: `${subject} were not ${arrived ? 'all ' : ''}read. ${message}`,
		description: [kept, loss, advice].filter((sentence) => sentence !== undefined).join('. '),
	};
	return {
		problem: gatewayError(context, failure, text),
		arrived,
		endsPoll: getsNowhere(failure),
	};
}
