import type { IBuilderHint, IParameterBuilderHint, IRelatedNode } from 'n8n-workflow';

/**
 * Makes the hint on a node for n8n's workflow builder and MCP server. n8n 2 called its text `message` at
 * first, which the types here still have.
 */
export function nodeHint(text: string, relatedNodes: IRelatedNode[]): IBuilderHint {
	const hint = { message: text, searchHint: text, relatedNodes };
	return hint;
}

/** Makes the same on a field. */
export function fieldHint(text: string): IParameterBuilderHint {
	const hint = { message: text, propertyHint: text };
	return hint;
}
