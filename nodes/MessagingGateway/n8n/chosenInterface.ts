import { interfaceWith, isChoice, type Having } from '../gateway/interfaces/choice';
import type { GatewayInterface } from '../gateway/interfaces/interface';
import { operationError, type NodeContext } from './errors';
import { notAChoice } from './parameters';

/**
 * The interface for an operation, by the option Interface.
 *
 * @param name the option, undefined if it is not set
 * @throws NodeOperationError if the option names none: another interface must not be used instead
 */
export function chosenInterface<Operation extends keyof GatewayInterface>(
	context: NodeContext,
	operation: Operation,
	name: unknown = 'auto',
): Having<Operation> {
	if (isChoice(name)) return interfaceWith(operation, name);
	throw operationError(context, notAChoice('Interface', name), 'No request was made');
}
