import type {
	IDataObject,
	INodePropertyOptions,
	IPollFunctions,
	NodeOperationError,
} from 'n8n-workflow';
import type { Connection } from '../gateway/exchange/exchange';
import type { Failure } from '../gateway/exchange/failures';

/** Something that the trigger can watch for. Polls and tests handle all events in the same way. */
export interface Event {
	option: INodePropertyOptions & { value: string };
	/** What it reads, as the beginning of a sentence. */
	subject: string;
	/** Whether the gateway returns its records only once. Anything else is compared with a memory. */
	isOnceOnly: boolean;
	/** Items for a test in the editor; absent if a test reads from the gateway in any case. */
	samples?: () => IDataObject[];
	read: (reading: Reading) => Promise<News>;
}

export interface Reading {
	context: IPollFunctions;
	connection: Connection;
	options: IDataObject;
	/** What this event returned as its memory before; undefined at first. */
	memory: unknown;
}

export interface News {
	items: IDataObject[];
	/** What to remember with the items; absent if the memory stays as it is. */
	memory?: IDataObject;
	/** The failure of a request, also of one that failed in part. */
	failure: Failure | null;
	problem?: NodeOperationError | undefined;
	arrived: boolean;
}
