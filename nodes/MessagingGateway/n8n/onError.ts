import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** The handling of a failure, by the node's On Error setting. */
export function errorHandling(context: IExecuteFunctions): 'stop' | 'continue' | 'errorOutput' {
	if (!context.continueOnFail()) return 'stop';
	return context.getNode().onError === 'continueErrorOutput' ? 'errorOutput' : 'continue';
}

/** One row of a read: its data, and the error if it is incomplete. */
export interface ReadRow {
	/** Index of the input item. */
	item: number;
	json: IDataObject;
	/** NodeApiError or NodeOperationError. */
	error?: Error | undefined;
	/** A problem with the row alone: its data say so, and it does not stop the others. */
	problem?: string | undefined;
}

/**
 * Turns the rows of a read into output items. Operations that change something use `conclude` instead.
 *
 * @throws the first error among the rows; only with On Error set to stop
 */
export function toItems(context: IExecuteFunctions, rows: ReadRow[]): INodeExecutionData[] {
	const handling = errorHandling(context);
	const first = rows.find((row) => row.error)?.error;
	if (first && handling === 'stop') throw first;
	return rows.map(({ item, json, error, problem }) => {
		const isRouted = problem !== undefined && handling === 'errorOutput';
		const failed = error ?? (isRouted ? { message: problem } : undefined);
		return failed ? errorItem(context, failed, item, json) : { json, pairedItem: { item } };
	});
}

/** Makes an item that reports a failure. n8n routes it to the error output by its only key. */
export const errorItem = (
	context: IExecuteFunctions,
	{ message }: Pick<Error, 'message'>,
	item: number,
	row: IDataObject = {},
): INodeExecutionData => ({
	json:
		errorHandling(context) === 'errorOutput'
			? { error: { message, ...row } }
			: { ...row, error: message },
	pairedItem: { item },
});
