import { NodeApiError, NodeOperationError, type INode, type JsonObject } from 'n8n-workflow';
import type { Failure } from '../gateway/exchange/failures';
import { OptionError } from '../fields/options';
import { joined } from '../fields/values';

/** Any of n8n's contexts. */
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

/** Makes the error for options that cannot be used. */
export const unusableOptions = (context: NodeContext, { message }: OptionError) =>
	operationError(context, message, 'No request was made');

/** The message for an item whose options or expressions fail; the other items are not affected. */
export const unreadable = (error: unknown): string =>
	error instanceof OptionError
		? error.message
		: `The parameters of this item cannot be read: ${(error as Error).message}`;

/** Restores the message: n8n replaces one that holds the name of a system call with its own sentence. */
function withMessage<T extends Error>(error: T, message: string): T {
	error.message = message;
	return error;
}
