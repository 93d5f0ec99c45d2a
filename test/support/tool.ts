import type { IDataObject } from 'n8n-workflow';
import { execute, type Run, type Setup } from './context';
import type { TestServer } from './server';

/** The node as a tool of an AI agent. */
export const TOOL = { type: 'n8n-nodes-messaging-gateway.messagingGatewayTool' };

/** The node as the human review of a tool. */
export const REVIEW = { type: 'n8n-nodes-messaging-gateway.messagingGatewayHitlTool' };

export const RESERVATION = { numbers: '+27821111111', text: 'Your table is ready' };

/** Makes calls of Send as a tool, each test in an execution of its own. */
export function callsOfTool(
	server: TestServer,
): (parameters: IDataObject, rest?: Partial<Setup>) => Promise<Run> {
	let executions = 0;
	beforeEach(() => void (executions += 1));
	return async (parameters, rest = {}) => {
		const executionId = `tool-${executions}`;
		const setup = { node: TOOL, executionId, ...rest };
		return await execute(server.url, 'message', 'send', parameters, setup);
	};
}
