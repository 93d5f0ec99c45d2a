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

/** Something the trigger can watch for. Poll and test event treat all of them alike. */
export interface Event {
	/** How the editor lists it; `value` is what a saved workflow holds. */
	option: INodePropertyOptions & { value: string };
	/**
	 * Items for a test in the editor. An event has them if the gateway hands out its records once only:
	 * its items are passed on as they arrive, others are compared with `memory`.
	 */
	samples?: () => IDataObject[];
	/**
	 * Asks the gateway.
	 *
	 * @param memory what the event gave as `memory` at an earlier poll; undefined for a first one
	 */
	read: (context: IPollFunctions, exchange: Exchange, memory: Memory) => Promise<News>;
}

/** What an event has to go by. */
export interface Memory {
	/** What n8n stored of an earlier poll; undefined if there was none. */
	stored: unknown;
	/** Whether this process polls for the first time, and the last emission may have been lost. */
	isFirstPoll: boolean;
}

/** What came of asking the gateway about one event. */
export interface News {
	items: IDataObject[];
	/** What to store with the items; absent where nothing has to be. */
	memory?: IDataObject;
	/** What went wrong, wholly or in part. */
	problem: NodeApiError | NodeOperationError | null;
	/** Whether the gateway answered, if only in part. */
	arrived: boolean;
	/** Whether every other request would meet the same failure. */
	endsPoll: boolean;
}

/**
 * How a reading went. The error is for one event; others of the same poll may have gone well.
 *
 * @param subject what was read, as the beginning of a sentence
 * @param loss what may be lost by it
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
