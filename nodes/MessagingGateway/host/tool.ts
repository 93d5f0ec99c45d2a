import type { FunctionsBase, IExecuteFunctions } from 'n8n-workflow';

/** Whether the node runs as a tool of an AI agent, or as the human review of one. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

/** Whether the node is a review, which decides about another tool. */
export const isReview = (context: Pick<FunctionsBase, 'getNode'>): boolean =>
	context.getNode().type.endsWith('HitlTool');

/** Whether a language model reads the items. */
export const answersModel = (context: IExecuteFunctions): boolean =>
	isTool(context) && !isReview(context);
