import type { INode } from 'n8n-workflow';
import { failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { gatewayError, operationError } from '../../nodes/MessagingGateway/host/errors';

const context = { getNode: () => ({ id: 'node', name: 'Messaging Gateway' }) as INode };

// n8n has a sentence of its own for a message with the name of a system call.
const message = 'The workflow ECONNREFUSED was not found';

it('an error keeps its message, whatever words it has', () => {
	expect(operationError(context, message, 'Choose another').message).toBe(message);
	expect(gatewayError(context, failure('empty'), { message }).message).toBe(message);
});
