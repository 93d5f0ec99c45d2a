import type { FunctionsBase, IExecuteFunctions } from 'n8n-workflow';

/** A name for a node of a saved workflow that no other node has. */
export const nodeKey = (context: Pick<FunctionsBase, 'getNode' | 'getWorkflow'>): string =>
	`${String(context.getWorkflow().id)}/${context.getNode().id}`;

/** Whether the node runs as a tool of an AI agent, or as the human review of one. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

/** Whether the node is a review, which decides about another tool. */
export const isReview = (context: Pick<FunctionsBase, 'getNode'>): boolean =>
	context.getNode().type.endsWith('HitlTool');

/** Whether a language model reads the items. */
export const answersModel = (context: IExecuteFunctions): boolean =>
	isTool(context) && !isReview(context);

/** Whether somebody has cancelled the execution. */
export const isCancelled = (context: IExecuteFunctions): boolean =>
	context.getExecutionCancelSignal?.()?.aborted === true;
