import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import * as account from './account/account.resource';
import { errorHandling, errorItem } from './errorHandling';
import * as message from './message/message.resource';
import * as optOut from './optOut/optOut.resource';
import * as reply from './reply/reply.resource';
import * as shortCodeMessage from './shortCodeMessage/shortCodeMessage.resource';
import type { Operation } from './operation';

const RESOURCES = { account, message, optOut, reply, shortCodeMessage };

/** The choice of operation of each resource, and the fields of each operation. */
export const operationProperties: INodeProperties[] = Object.values(RESOURCES).flatMap(
	({ description, operations }) => [
		...description,
		...Object.values(operations).flatMap((operation) => operation.description),
	],
);

/**
 * Runs the operation chosen.
 *
 * @throws NodeApiError, NodeOperationError; with On Error set to continue nothing, as n8n would then
 * pass the input on as if all had gone well
 */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		return [await chosenOperation(context).execute(context)];
	} catch (error) {
		const clean = toNodeError(context, error);
		if (errorHandling(context) === 'stop') throw clean;
		const item = Number(clean.context.itemIndex ?? 0);
		return [[errorItem(context, clean, item)]];
	}
}

function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0) as keyof typeof RESOURCES;
	const operation = context.getNodeParameter('operation', 0) as string;
	const chosen = RESOURCES[resource]?.operations[operation];
	if (chosen) return chosen;
	throw new NodeOperationError(
		context.getNode(),
		`There is no operation "${operation}" for "${resource}"`,
		{ description: "Choose 'Resource' and 'Operation' again", itemIndex: 0 },
	);
}

/** Errors of n8n itself, such as a failed expression, know their item; others get the first. */
function toNodeError(
	context: IExecuteFunctions,
	error: unknown,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	const { context: origin } = error as { context?: { itemIndex?: number } };
	return new NodeOperationError(context.getNode(), error as Error, {
		itemIndex: origin?.itemIndex ?? 0,
	});
}
