import type { FunctionsBase } from 'n8n-workflow';

/** A name for a node of a saved workflow that no other node has. */
export const nodeKey = (context: Pick<FunctionsBase, 'getNode' | 'getWorkflow'>): string =>
	`${String(context.getWorkflow().id)}/${context.getNode().id}`;
