import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import type { Failure } from '../gateway/exchange/failures';

export interface NodeContext {
	getNode: () => INode;
}

/** n8n's words for the cause of a failed poll. They decide how long it waits before the next. */
const CAUSES: Record<Failure['remedy'], string> = {
	login: 'credential-invalid',
	settings: 'configuration-invalid',
	time: 'temporarily-unavailable',
};

/**
 * Makes the error for a failed request, from clean text and never from a raw error. Its `context` names
 * the request (`interface`, `path`) and the kind of failure, so that a report can be traced.
 */
export function gatewayError(
	context: NodeContext,
	{ kind, message: happened, advice, httpCode, remedy, request }: Failure,
	{ message = happened, description = advice } = {},
): NodeApiError {
	const shown = { message, description, ...(httpCode !== null && { httpCode }) };
	const error = new NodeApiError(context.getNode(), shown as JsonObject, shown);
	const cause = httpCode === '429' ? 'rate-limited' : CAUSES[remedy];
	Object.assign(error.context, { failure: kind, ...(request && { request }) });
	return Object.assign(withMessage(error, message), { failure: { cause } });
}

/**
 * Makes the error for something that a person must change in the node or its input.
 *
 * @param item index of the input item with the mistake, unless all items share it
 */
export function operationError(
	context: NodeContext,
	message: string,
	description: string,
	item: { itemIndex?: number } = {},
): NodeOperationError {
	const error = new NodeOperationError(context.getNode(), message, { description, ...item });
	return withMessage(error, message);
}

/** Restores the message: n8n replaces one that holds the name of a system call with its own sentence. */
function withMessage<T extends Error>(error: T, message: string): T {
	error.message = message;
	return error;
}
