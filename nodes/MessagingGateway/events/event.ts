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
import type { Memory, NewMemory } from './memory';

/** Something that the trigger can watch for. Polls and test events handle all of them in the same way. */
export interface Event {
	/** The entry in the editor's list; saved workflows hold its `value`. */
	option: INodePropertyOptions & { value: string };
	/** Whether the gateway hands out its records only once. Anything else is compared with a memory. */
	isOnceOnly: boolean;
	/** Items for a test in the editor; absent if a test reads from the gateway in any case. */
	samples?: () => IDataObject[];
	/**
	 * Asks the gateway.
	 *
	 * @param memory what was found at earlier polls; empty for an event without a memory
	 */
	read: (context: IPollFunctions, exchange: Exchange, memory: Memory) => Promise<News>;
}

/** The result of asking the gateway about one event. */
export interface News extends ReadResult {
	items: IDataObject[];
	/** What to remember with the items; absent if the earlier memory stays as it is. */
	memory?: NewMemory;
}

/** Whether a read succeeded. */
export interface ReadResult {
	/** The error, also of a read that failed in part. */
	error: NodeApiError | NodeOperationError | null;
	/** Whether at least part of an answer arrived. */
	arrived: boolean;
	/** Whether every other request would fail in the same way. */
	endsPoll: boolean;
}

/**
 * Describes whether a read succeeded. The error is for one event; others of the same poll may have
 * succeeded.
 *
 * @param subject the records that were read, as the beginning of a sentence
 * @param loss sentence on records that may be lost
 */
export function readResult(
	context: IPollFunctions,
	subject: string,
	failure: Failure | null,
	arrived: boolean,
	loss?: string,
): ReadResult {
	if (!failure) return { error: null, arrived, endsPoll: false };
	const { message, advice } = failure;
	const kept = arrived ? 'What had arrived by then was kept' : undefined;
	const text = {
		message: `${subject} were not ${arrived ? 'all ' : ''}read. ${message}`,
		description: [kept, loss, advice].filter((sentence) => sentence !== undefined).join('. '),
	};
	const error = gatewayError(context, failure, text);
	return { error, arrived, endsPoll: getsNowhere(failure) };
}
