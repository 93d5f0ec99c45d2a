import type { IExecuteFunctions, NodeApiError, NodeOperationError } from 'n8n-workflow';
import type { Failure } from '../gateway/exchange/failures';
import { groupBy, inBatches } from '../gateway/specification/lists';
import { gatewayError, operationError } from '../host/errors';
import type { Hint } from '../host/hints';
import { counted, joined } from '../fields/sentences';
import { isDone, isFailed, isUnknown, mayHaveTakenEffect, type Row, type Wording } from './row';

/** Most results in one error; n8n stores them with the execution. */
const MAX_RESULTS_IN_ERROR = 1000;
/** Most rows named in a text or a line of the log; a person reads them. */
const MAX_DONE_IN_WORDS = 100;
const MAX_NAMES = 3;
const MAX_REASONS = 3;

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
	const reason = message === undefined && !rows.some(isDone) ? onlyReason(failed) : undefined;
	const isSaid = (row: Row) => reason ?? (cause && row.failure?.kind === cause.kind);
	const why = (row: Row) =>
		isSaid(row) ? `${isUnknown(row) ? 'Perhaps' : 'Not'} ${wording.done}` : reasonOf(row);
	const description = joined([
		rows.some(mayHaveTakenEffect) ? capitalized(wording.danger) : undefined,
		cause?.advice,
		...reasons(failed, why),
		listDone(rows, wording),
	]);
	const title = message ?? reason ?? tally(rows, wording, true);
	const items = [...new Set(failed.map(({ item }) => item))];
	const error = cause
		? gatewayError(context, cause, { description })
		: operationError(
				context,
				title,
				description,
				items.length > 1 ? {} : { itemIndex: items[0] ?? 0 },
			);
	error.context.results = rows.slice(0, MAX_RESULTS_IN_ERROR).map(({ json }) => json);
	const unnamed = [
		...rows.filter(isDone).slice(MAX_DONE_IN_WORDS),
		...rows.slice(MAX_RESULTS_IN_ERROR).filter(isUnknown),
	];
	logRows(context, unnamed, `Further ${wording.one}s ${wording.done}, or UNCONFIRMED`);
	return error;
}

/** The hint on rows that failed although the node succeeded. */
export function failureHint(rows: Row[], wording: Wording): Hint {
	const failed = rows.filter(isFailed);
	if (failed.length === 0) return undefined;
	const count = rows.length > 1 ? tally(rows, wording) : undefined;
	const danger = failed.some(isUnknown) ? capitalized(wording.danger) : undefined;
	return `${joined([count, ...reasons(failed, reasonOf), danger])}.`;
}

/** Logs what n8n does not keep of rows that were done, or may have been. */
export function logRows({ logger }: IExecuteFunctions, rows: Row[], lead: string): void {
	for (const some of inBatches(rows, MAX_DONE_IN_WORDS)) {
		const list = some.map((row) =>
			isDone(row) ? `${row.name} ${String(row.json.messageId)}` : `${row.name} UNCONFIRMED`,
		);
		logger?.warn(`${lead}: ${list.join(', ')}`);
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

/** The words for rows of each certainty, in the order in which they are told. */
const GROUPS = { notDone: 'not ', unknown: 'perhaps ', done: '' };

/**
 * How many rows were done and how many not, as in "3 messages: 1 not accepted, 2 accepted"; if wanted, those
 * that were not with their names.
 */
function tally(rows: Row[], { one, done }: Wording, isNamed = false): string {
	const counts = Object.entries(GROUPS).flatMap(([group, word]) => {
		const some = rows.filter(({ certainty }) => certainty === group);
		const names = isNamed && group !== 'done' ? inBrackets(namesOf(some)) : '';
		return some.length > 0 ? `${some.length} ${word}${done}${names}` : [];
	});
	return `${counted(rows.length, one)}: ${counts.join(', ')}`;
}

const reasonOf = ({ json }: Row): string => String(json.description);

function onlyReason(failed: Row[]): string | undefined {
	const reasons = [...new Set(failed.map(reasonOf))];
	return reasons.length === 1 ? reasons[0] : undefined;
}

const inBrackets = (names: string): string => (names === '' ? '' : ` (${names})`);

function reasons(failed: Row[], why: (row: Row) => string): string[] {
	const groups = [...groupBy(failed, why)];
	groups.sort(([, some], [, others]) => others.length - some.length);
	const told = groups.slice(0, MAX_REASONS).map(([reason, rows]) => {
		return reason + inBrackets(namesOf(rows));
	});
	const others = groups.slice(MAX_REASONS).flatMap(([, rows]) => rows).length;
	return others > 0 ? [...told, `${others} more for other reasons`] : told;
}

function namesOf(rows: Row[]): string {
	const names = rows.flatMap(({ name }) => (name === '' ? [] : [name]));
	if (names.length === 0) return rows.length > 1 ? `${rows.length} times` : '';
	const more = rows.length - Math.min(names.length, MAX_NAMES);
	return names.slice(0, MAX_NAMES).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

/** The rows that were done: the editor shows nothing else of them if the node fails. */
function listDone(rows: Row[], { done }: Wording): string | undefined {
	const all = rows.filter(isDone);
	if (all.length === 0) return undefined;
	const named = all.slice(0, MAX_DONE_IN_WORDS).map(nameWithId).join(', ');
	const more = all.length - MAX_DONE_IN_WORDS;
	const rest = more > 0 ? `, and ${more} more, which are in the log of n8n` : '';
	return `${capitalized(done)}: ${named}${rest}`;
}

const nameWithId = ({ name, json: { messageId } }: Row): string =>
	typeof messageId === 'string' && messageId !== name ? `${name} (ID ${messageId})` : name;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
