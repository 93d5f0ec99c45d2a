import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** The handling of a failure, by the node's On Error setting. */
export type ErrorHandling = 'stop' | 'continue' | 'errorOutput';

export function errorHandling(context: IExecuteFunctions): ErrorHandling {
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
}

/**
 * Turns the rows of a read into output items. Operations that change something use `conclude` instead.
 *
 * @throws the first error among the rows; only with On Error set to stop
 */
export function toItems(context: IExecuteFunctions, rows: ReadRow[]): INodeExecutionData[] {
	stopOnError(context, rows);
	return rows.map(({ item, json, error }) =>
		error ? errorItem(context, error, item, json) : { json, pairedItem: { item } },
	);
}

/** Throws the first error among the rows, with On Error set to stop: before a request is made for them. */
export function stopOnError(context: IExecuteFunctions, rows: Array<Pick<ReadRow, 'error'>>): void {
	const error = rows.find((row) => row.error)?.error;
	if (error && errorHandling(context) === 'stop') throw error;
}

/**
 * Makes an item that reports a failure while the run continues. Under "continue (using error output)"
 * n8n routes it by its only key.
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
