import type {
	IDataObject,
	INodePropertyOptions,
	IPollFunctions,
	NodeApiError,
	NodeOperationError,
} from 'n8n-workflow';
import type { Connection } from '../gateway/exchange/exchange';
import type { Failure } from '../gateway/exchange/failures';
import { joined } from '../fields/values';
import { gatewayError, type NodeContext } from '../host/errors';
import type { Memory, NewMemory } from './memory';

/** Something that the trigger can watch for. Polls and tests handle all events in the same way. */
export interface Event {
	/** The entry in the editor's list; saved workflows hold its `value`. */
	option: INodePropertyOptions & { value: string };
	/** Whether the gateway returns its records only once. Anything else is compared with a memory. */
	isOnceOnly: boolean;
	/** Items for a test in the editor; absent if a test reads from the gateway in any case. */
	samples?: () => IDataObject[];
	/** Asks the gateway. The memory holds what was found at earlier polls. */
	read: (context: IPollFunctions, connection: Connection, memory: Memory) => Promise<News>;
}

/** The result of asking the gateway about one event. */
export interface News {
	items: IDataObject[];
	/** What to remember with the items; absent if the memory stays as it is. */
	memory?: NewMemory;
	/** The error, also of a read that failed in part. */
	error: NodeApiError | NodeOperationError | null;
	/** Whether at least part of an answer arrived. */
	arrived: boolean;
	/** Whether every other request would fail in the same way. */
	endsPoll: boolean;
}

/**
 * Makes the error for a failed read of records, `subject` at the beginning of a sentence.
 *
 * @param arrived whether at least part of an answer arrived
 * @param loss sentence on records that may be lost
 */
export function readError(
	context: NodeContext,
	failure: Failure,
	{ subject, arrived, loss }: { subject: string; arrived: boolean; loss?: string | undefined },
): NodeApiError {
	const kept = arrived ? 'What had arrived by then was kept' : undefined;
	const message = `${subject} were not ${arrived ? 'all ' : ''}read. ${failure.message}`;
	const description = joined([kept, loss, failure.advice]);
	return gatewayError(context, failure, { message, description });
}
