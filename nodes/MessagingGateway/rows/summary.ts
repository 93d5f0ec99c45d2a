import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Failure } from '../gateway/exchange/failures';
import { groupBy, inBatches } from '../gateway/specification/lists';
import { gatewayError, operationError } from '../host/errors';
import type { Hint } from '../host/hints';
import { counted, joined } from '../fields/values';
import { isDone, isFailed, isUnknown, type Row, type Wording } from './row';

/** Most results in one error; n8n stores them with the execution. */
const MAX_RESULTS_IN_ERROR = 1000;
/** Most rows named in a description, which a person reads. */
const MAX_DONE_IN_WORDS = 100;
/** Most rows named for one reason. */
const MAX_NAMES = 3;
/** Most reasons told. */
const MAX_REASONS = 3;
const ROWS_IN_LOG_LINE = 100;

/**
 * Makes one error that says what happened to all rows. The rows themselves are in `context.results`, as
 * many as n8n should store with the execution.
 *
 * @param message what n8n could not do after rows took effect; by default the error says why they failed
 */
export function summarize(
	context: IExecuteFunctions,
	rows: Row[],
	wording: Wording,
	message?: string,
): NodeApiError | NodeOperationError {
	const failed = rows.filter(isFailed);
	const cause = message === undefined ? commonFailure(failed) : undefined;
	const saysReason = message === undefined && rows.length === 1;
	const isSaid = ({ failure }: Row): boolean =>
		saysReason || (cause !== undefined && failure?.kind === cause.kind);
	const description = joined([
		warning(rows, wording),
		cause?.advice,
		...listFailed(failed.filter(isSaid), wording),
		...reasons(failed.filter((row) => !isSaid(row))),
		listDone(rows, wording),
	]);
	const error = cause
		? gatewayError(context, cause, { description })
		: operationError(context, message ?? headline(rows, failed, wording), description, {
				itemIndex: failed[0]?.item ?? 0,
			});
	error.context.results = rows.slice(0, MAX_RESULTS_IN_ERROR).map(({ json }) => json);
	logDone(context, rows.filter(isDone).slice(MAX_DONE_IN_WORDS), wording);
	logDone(context, rows.slice(MAX_RESULTS_IN_ERROR).filter(isUnknown), wording);
	return error;
}

/** The rows that were done: the editor shows nothing else of them if the node fails. */
function listDone(rows: Row[], { done }: Wording): string | undefined {
	const doneRows = rows.filter(isDone);
	if (doneRows.length === 0) return undefined;
	const named = doneRows.slice(0, MAX_DONE_IN_WORDS).map(inWords).join(', ');
	const more = doneRows.length - MAX_DONE_IN_WORDS;
	const rest = more > 0 ? `, and ${more} more, which are in the log of n8n` : '';
	return `${capitalized(done)}: ${named}${rest}`;
}

const inWords = ({ name, json: { messageId } }: Row): string =>
	typeof messageId === 'string' && messageId !== name ? `${name} (ID ${messageId})` : name;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The hint on rows that failed although the node succeeded. */
export function failuresInWords(rows: Row[], wording: Wording): Hint {
	const failed = rows.filter(isFailed);
	if (failed.length === 0) return undefined;
	const opening = rows.length === 1 ? lead(failed, wording) : `${count(rows, failed, wording)}. `;
	const danger = failed.some(isUnknown) ? capitalized(wording.danger) : undefined;
	return `${opening}${joined([...reasons(failed), danger])}.`;
}

/** Logs rows that were done, or may have been, and do not fit into the error, so that they are not lost. */
function logDone(context: IExecuteFunctions, rows: Row[], { one, done }: Wording): void {
	for (const some of inBatches(rows, ROWS_IN_LOG_LINE)) {
		const list = some.map((row) =>
			isDone(row) ? `${row.name} ${String(row.json.messageId)}` : `${row.name} UNCONFIRMED`,
		);
		context.logger?.warn(`Further ${one}s ${done}, or perhaps ${done}: ${list.join(', ')}`);
	}
}

/** The failure that ended the run, or else the one that all rows have in common. */
function commonFailure(failed: Row[]): Failure | undefined {
	const failures = failed.map(({ failure }) => failure);
	const ending = failures.find((failure) => failure?.stopsRun);
	const [first] = failures;
	const isCommon = failures.every((failure) => failure?.kind === first?.kind);
	return ending ?? (isCommon ? first : undefined) ?? undefined;
}

const headline = (rows: Row[], failed: Row[], wording: Wording): string =>
	rows.length === 1
		? lead(failed, wording) + String(failed[0]?.json.description)
		: count(rows, failed, wording);

/** What stands before the reason of a single row, unless the reason says it. */
function lead([failed]: Row[], { one, done }: Wording): string {
	const saysIt = failed === undefined || isUnknown(failed) || failed.json.result === 'NOT_SENT';
	return saysIt ? '' : `The ${one} was not ${done}: `;
}

function count(rows: Row[], failed: Row[], { one, done }: Wording): string {
	const mayBeDone = failed.some(isUnknown);
	if (rows.length === failed.length) {
		return `None of ${rows.length} ${one}s ${mayBeDone ? 'is known to have been' : 'was'} ${done}`;
	}
	const [is, was] = failed.length === 1 ? ['is', 'was'] : ['are', 'were'];
	const notDone = mayBeDone ? `${is} not known to have been` : `${was} not`;
	return `${failed.length} of ${rows.length} ${one}s ${notDone} ${done}`;
}

function warning(rows: Row[], { one, done, danger }: Wording): string | undefined {
	const unknown = rows.filter(isUnknown).length;
	const accepted = rows.filter(isDone).length;
	const counts = [
		accepted > 0 ? `${counted(accepted, one)} ${done}` : [],
		unknown > 0 ? `${unknown} may have been ${done}` : [],
	].flat();
	return counts.length > 0 ? `${counts.join(', ')}: ${danger}` : undefined;
}

/** The rows whose reason the message says. */
function listFailed(failed: Row[], { done }: Wording): string[] {
	const named = failed.filter(({ name }) => name !== '');
	const [unknown, notDone] = [named.filter(isUnknown), named.filter((row) => !isUnknown(row))];
	return [
		...(notDone.length > 0 ? [`Not ${done}: ${namesOf(notDone)}`] : []),
		...(unknown.length > 0 ? [`Perhaps ${done}: ${namesOf(unknown)}`] : []),
	];
}

/** The reasons with the names of their rows, the most frequent first. */
function reasons(failed: Row[]): string[] {
	const groups = [...groupBy(failed, ({ json }) => String(json.description))];
	groups.sort(([, some], [, others]) => others.length - some.length);
	const told = groups.slice(0, MAX_REASONS).map(([reason, rows]) => {
		const names = namesOf(rows);
		return names === '' ? reason : `${reason} (${names})`;
	});
	const others = groups.slice(MAX_REASONS).flatMap(([, rows]) => rows).length;
	return others > 0 ? [...told, `${others} more for other reasons`] : told;
}

/** The names of rows; their number if they have none. */
function namesOf(rows: Row[]): string {
	const names = rows.flatMap(({ name }) => (name === '' ? [] : [name]));
	if (names.length === 0) return rows.length > 1 ? `${rows.length} times` : '';
	const more = rows.length - Math.min(names.length, MAX_NAMES);
	return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}
