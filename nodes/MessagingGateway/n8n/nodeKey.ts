import type { INode } from 'n8n-workflow';

/** A name for a node of a saved workflow that no other node has. */
export const nodeKey = (context: {
	getWorkflow: () => { id?: string | undefined };
	getNode: () => INode;
}): string => `${String(context.getWorkflow().id)}/${context.getNode().id}`;
