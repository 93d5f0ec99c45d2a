import {
	NodeApiError,
	NodeOperationError,
	type IDataObject,
	type IExecuteFunctions,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';
import type { Failure } from '../gateway/failures';

/** What n8n shows of a failure: what happened, what to do, and the input item it belongs to. */
export interface ErrorText {
	message: string;
	description: string;
	itemIndex: number;
}

/** The error for a request that failed. It is built from clean text and never from a raw error. */
export function gatewayError(
	context: IExecuteFunctions,
	{ message, advice, httpCode }: Failure,
	itemIndex: number,
	description = advice,
): NodeApiError {
	const shown = { message, description, ...(httpCode !== null && { httpCode }) };
	const error = new NodeApiError(context.getNode(), shown as JsonObject, { ...shown, itemIndex });
	return withMessage(error, message);
}

/** The error for something that a person has to change in the node or its input. */
export function operationError(
	context: IExecuteFunctions,
	{ message, description, itemIndex }: ErrorText,
): NodeOperationError {
	const error = new NodeOperationError(context.getNode(), message, { description, itemIndex });
	return withMessage(error, message);
}

/** What is wrong with an item whose expressions fail: it is that item's fault and no other's. */
export const unreadable = (error: unknown): string =>
	`The parameters of this item cannot be read: ${(error as Error).message}`;

/** n8n replaces a message in which it sees the name of a system call by a sentence of its own. */
function withMessage<T extends Error>(error: T, message: string): T {
	error.message = message;
	return error;
}

/** What to do with a failure, by the node's On Error setting. */
export type ErrorHandling = 'stop' | 'continue' | 'errorOutput';

export function errorHandling(context: IExecuteFunctions): ErrorHandling {
	if (!context.continueOnFail()) return 'stop';
	return context.getNode().onError === 'continueErrorOutput' ? 'errorOutput' : 'continue';
}

/**
 * An item that tells of a failure while the run goes on. Under "continue (using error output)" n8n
 * routes it by its only key.
 */
export const errorItem = (
	context: IExecuteFunctions,
	{ message }: Error,
	item: number,
	row: IDataObject = {},
): INodeExecutionData => ({
	json:
		errorHandling(context) === 'errorOutput'
			? { error: { message, ...row } }
			: { ...row, error: message },
	pairedItem: { item },
});
