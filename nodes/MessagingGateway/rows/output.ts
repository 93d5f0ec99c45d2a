import type {
	IDataObject,
	IExecuteFunctions,
	INodeExecutionData,
	NodeApiError,
} from 'n8n-workflow';
import { gatewayError } from '../host/errors';
import { addHints } from '../host/hints';
import { rowForModel } from './forModel';
import { isDone, isFailed, mayHaveTakenEffect, type Row, type Wording } from './row';
import { failureHint, summarize } from './summary';
import { answersModel } from '../host/execution';

export type FailWhen = 'anyNotAccepted' | 'never' | 'noneAccepted';

/** The handling of a failure, by the node's On Error setting. */
export function errorHandling(context: IExecuteFunctions): 'stop' | 'continue' | 'errorOutput' {
	if (!context.continueOnFail()) return 'stop';
	return context.getNode().onError === 'continueErrorOutput' ? 'errorOutput' : 'continue';
}

export const toItem = ({ item, json }: Row): INodeExecutionData => ({
	json,
	pairedItem: { item },
});

/** Makes an item that reports a failure. n8n routes it to the error output by its only key. */
export const errorItem = (
	context: IExecuteFunctions,
	message: string,
	item: number,
	row: IDataObject = {},
): INodeExecutionData => ({
	json:
		errorHandling(context) === 'errorOutput'
			? { error: { message, ...row } }
			: { ...row, error: message },
	pairedItem: { item },
});

const routed = (context: IExecuteFunctions, { item, json }: Row): INodeExecutionData =>
	errorItem(context, String(json.description), item, json);

/**
 * Turns the rows of a read into output items. A row that has a problem of its own stops nothing.
 *
 * @throws NodeApiError for the first failed request; only with On Error set to stop
 */
export function itemsOfRead(context: IExecuteFunctions, rows: Row[]): INodeExecutionData[] {
	const handling = errorHandling(context);
	const failed = rows.find(({ failure }) => failure)?.failure;
	if (failed && handling === 'stop') throw gatewayError(context, failed);
	return rows.map((row) => {
		const { item, json, failure } = row;
		if (failure) return errorItem(context, failure.message, item, json);
		return isFailed(row) && handling === 'errorOutput' ? routed(context, row) : toItem(row);
	});
}

/**
 * Turns the rows of a change into output items, or into the error that ends the node. A change must not
 * get lost, and n8n must not be led to repeat it: that may cost money or reach a person twice.
 *
 * The rules follow n8n's engine. With Retry On Fail it runs a node again if the node throws or its first
 * item has a `json.error`. With On Error set to continue it reacts to a throw by passing the input on as
 * if the node had succeeded.
 *
 * @throws NodeApiError, NodeOperationError with `context.results`; only with On Error set to stop
 */
export function itemsOfChange(
	context: IExecuteFunctions,
	rows: Row[],
	failWhen: FailWhen,
	wording: Wording,
): INodeExecutionData[] {
	if (answersModel(context)) return rows.map((row) => toItem(rowForModel(row, wording)));
	const handling = errorHandling(context);
	const mustNotRepeat = context.getNode().retryOnFail === true && rows.some(mayHaveTakenEffect);
	if (handling === 'stop' && isFailure(rows, failWhen) && !mustNotRepeat) {
		throw summarize(context, rows, wording);
	}
	if (rows.some(isFailed)) addHints(context, () => [failureHint(rows, wording)]);
	if (handling !== 'errorOutput') return rows.map(toItem);
	// The failed ones come last: n8n looks at the first item only.
	const failed = rows.filter(isFailed);
	const items = rows.filter((row) => !isFailed(row)).map(toItem);
	const isErrorFirst = items.length === 0 && mustNotRepeat;
	return [
		...items,
		...failed.map((row, index) =>
			isErrorFirst && index === 0 ? silent(context, row) : routed(context, row),
		),
	];
}

function isFailure(rows: Row[], failWhen: FailWhen): boolean {
	if (!rows.some(isFailed)) return false;
	const isWithoutAccess = rows.some(({ failure }) => failure?.noAccess === true);
	if (isWithoutAccess && !rows.some(mayHaveTakenEffect)) return true;
	if (failWhen !== 'noneAccepted') return failWhen === 'anyNotAccepted';
	// A message that was sent before must not hide an account without credits.
	return (
		rows.every((row) => isFailed(row) || row.certainty === 'repeated') ||
		(!rows.some(isDone) && rows.some(concernsAccount))
	);
}

/** Whether a row failed for a reason that would meet others too: the account, or no answer. */
const concernsAccount = (row: Row): boolean =>
	row.failure?.stopsRun === true || row.json.result === 'INSUFFICIENT_CREDITS';

/**
 * Makes an item for the error branch without the `json.error` that makes n8n run the node again. Once it
 * has decided on that, n8n replaces the row by `{ error: error.message }`, so what the other items have as
 * `error` stands there.
 */
function silent(context: IExecuteFunctions, row: Row): INodeExecutionData {
	const item = routed(context, row);
	const error = { message: item.json.error } as unknown as NodeApiError;
	return { ...item, json: row.json, error };
}
