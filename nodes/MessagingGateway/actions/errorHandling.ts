import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** What to do with a failure, by the node's On Error setting. */
export type ErrorHandling = 'stop' | 'continue' | 'errorOutput';

export function errorHandling(context: IExecuteFunctions): ErrorHandling {
	if (!context.continueOnFail()) return 'stop';
	return context.getNode().onError === 'continueErrorOutput' ? 'errorOutput' : 'continue';
}

/**
 * An item that tells of a failure while the run goes on. Under "continue (using error output)" n8n
 * routes it by its only key.
 */
export const errorItem = (
	context: IExecuteFunctions,
	{ message }: Error,
	item: number,
	row: IDataObject = {},
): INodeExecutionData => ({
	json:
		errorHandling(context) === 'errorOutput'
			? { error: { message, ...row } }
			: { ...row, error: message },
	pairedItem: { item },
});
