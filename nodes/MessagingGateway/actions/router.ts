import { NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { operationError } from '../host/errors';
import { itemsForModel, noteForModel, TELL_THE_USER } from '../rows/forModel';
import { errorHandling, errorItem } from '../rows/output';
import { takeHints } from '../host/hints';
import { OptionError, optionsOf, unusableOptions } from '../fields/options';
import { notAChoice } from '../fields/sentences';
import { answersModel } from '../host/execution';
import type { Operation } from './operation';
import { RESOURCES } from './resources';

/**
 * Runs the chosen operation.
 *
 * @throws NodeApiError, NodeOperationError; nothing with On Error set to continue: n8n would pass the
 * input on as if the node had succeeded
 */
export async function route(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	try {
		const operation = chosenOperation(context);
		const options = optionsOf(context, operation.fields);
		const items = await operation.execute(context, options);
		if (answersModel(context)) return [itemsForModel(items, takeHints(context))];
		showHints(context);
		return [items];
	} catch (error) {
		const clean = toNodeError(context, error);
		if (answersModel(context)) return [[noteForModel(`${clean.message}. ${TELL_THE_USER}`)]];
		if (errorHandling(context) === 'stop') throw clean;
		return [[errorItem(context, clean.message, 0)]];
	}
}

function showHints(context: IExecuteFunctions): void {
	const hints = takeHints(context);
	if (hints.length === 0) return;
	try {
		context.addExecutionHints?.(
			...hints.map((message) => ({ message, type: 'warning', location: 'outputPane' }) as const),
		);
	} catch {
		// After a send an error would lose the results, which hold the same information.
	}
}

/** n8n has no value for the operation of a resource that does not exist. */
function chosenOperation(context: IExecuteFunctions): Operation {
	const resource = context.getNodeParameter('resource', 0, '');
	const operation = context.getNodeParameter('operation', 0, '');
	const chosen = RESOURCES.find(({ option }) => option.value === resource);
	const found = chosen?.operations.find(({ option }) => option.value === operation);
	if (found) return found;
	const [label, value] = chosen ? ['Operation', operation] : ['Resource', resource];
	const advice = "Choose 'Resource' and 'Operation' again";
	throw operationError(context, notAChoice(String(label), value), advice);
}

/** Errors of n8n itself, such as a failed expression, know their item; others get the first. */
function toNodeError(
	context: IExecuteFunctions,
	error: unknown,
): NodeApiError | NodeOperationError {
	if (error instanceof NodeApiError || error instanceof NodeOperationError) return error;
	if (error instanceof OptionError) return unusableOptions(context, error);
	const { context: origin } = error as { context?: { itemIndex?: number } };
	return new NodeOperationError(context.getNode(), error as Error, {
		itemIndex: origin?.itemIndex ?? 0,
	});
}
