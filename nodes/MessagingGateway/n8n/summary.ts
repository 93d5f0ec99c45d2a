import type { IExecuteFunctions, NodeOperationError } from 'n8n-workflow';
import type { Failure } from '../gateway/exchange/failures';
import { groupBy, inBatches } from '../gateway/specification/lists';
import { isDone, isFailed, isUnknown, type Effect, type Wording } from './effect';
import { gatewayError, operationError } from './errors';

/** Most results in one error; n8n stores them with the execution. */
const MAX_RESULTS_IN_ERROR = 1000;

/**
 * Makes one error that says what happened to all rows. The rows themselves are in `context.results`, as
 * many as n8n should store with the execution.
 */
export function summarize(context: IExecuteFunctions, effects: Effect[], wording: Wording): Error {
	const failed = effects.filter(isFailed);
	const [first] = failed as [Effect];
	const behindAll = commonFailure(failed);
	// The message says it already.
	const isSaid = behindAll !== undefined || effects.length === 1;
	const sentences = [
		warning(effects, wording),
		behindAll?.advice,
		reasons(failed, isSaid),
		listDone(effects, wording),
	];
	const description = sentences.filter((sentence) => sentence !== undefined).join('. ');
	const error = behindAll
		? gatewayError(context, behindAll, { description })
		: operationError(context, {
				message: headline(effects, failed, wording),
				description,
				itemIndex: first.item,
			});
	error.context.results = effects.slice(0, MAX_RESULTS_IN_ERROR).map(({ json }) => json);
	logDone(context, effects.filter(isDone).slice(MAX_DONE_IN_WORDS), wording);
	logDone(context, effects.slice(MAX_RESULTS_IN_ERROR).filter(isUnknown), wording);
	return error;
}

/** Makes the error for what n8n could not do after rows took effect. It names them. */
export function afterEffect(
	context: IExecuteFunctions,
	effects: Effect[],
	wording: Wording,
	message: string,
): NodeOperationError {
	const failed = reasons(effects.filter(isFailed), false);
	const sentences = [warning(effects, wording), failed, listDone(effects, wording)];
	const description = sentences.filter((sentence) => sentence).join('. ');
	const error = operationError(context, { message, description, itemIndex: 0 });
	error.context.results = effects.slice(0, MAX_RESULTS_IN_ERROR).map(({ json }) => json);
	return error;
}

/** Most rows named in a description, which a person reads. */
const MAX_DONE_IN_WORDS = 100;

/** The rows that were done: the editor shows nothing else of them if the node fails. */
function listDone(effects: Effect[], { done }: Wording): string | undefined {
	const rows = effects.filter(isDone);
	if (rows.length === 0) return undefined;
	const named = rows.slice(0, MAX_DONE_IN_WORDS).map(inWords).join(', ');
	const more = rows.length - MAX_DONE_IN_WORDS;
	const rest = more > 0 ? `, and ${more} more, which are in the log of n8n` : '';
	return `${capitalized(done)}: ${named}${rest}`;
}

const inWords = ({ subject, json: { messageId } }: Effect): string =>
	typeof messageId === 'string' && messageId !== subject ? `${subject} (ID ${messageId})` : subject;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The sentence about rows that failed although the node succeeded; none if no row did. */
export function failuresInWords(effects: Effect[], wording: Wording): string[] {
	const failed = effects.filter(isFailed);
	if (failed.length === 0) return [];
	const results = [...groupBy(failed, ({ outcome }) => outcome.result)].map(([result, met]) => {
		const descriptions = new Set(met.map(({ outcome }) => outcome.description));
		const why = descriptions.size === 1 ? ` (${[...descriptions].join('')})` : '';
		return `${met.length} × ${result}${why}`;
	});
	return [`${count(effects, failed, wording)}: ${results.join(', ')}.`];
}

/** Logs rows that were done, or may have been, and do not fit into the error, so that they are not lost. */
function logDone(context: IExecuteFunctions, rows: Effect[], { many, done }: Wording): void {
	for (const some of inBatches(rows, ROWS_IN_LOG_LINE)) {
		const list = some.map(({ subject, outcome, json }) =>
			isDone({ outcome }) ? `${subject} ${String(json.messageId)}` : `${subject} UNCONFIRMED`,
		);
		context.logger?.warn(`Further ${many} ${done}, or perhaps ${done}: ${list.join(', ')}`);
	}
}

const ROWS_IN_LOG_LINE = 100;

/** The failure that ended the run, or else the one that all rows have in common. */
function commonFailure(failed: Effect[]): Failure | undefined {
	const failures = failed.map(({ outcome }) => outcome.failure);
	const ending = failures.find((failure) => failure?.stopsRun);
	const [first] = failures;
	const isCommon = failures.every((failure) => failure?.kind === first?.kind);
	return ending ?? (isCommon ? first : undefined) ?? undefined;
}

function headline(effects: Effect[], failed: Effect[], wording: Wording): string {
	const { one, done } = wording;
	const mayBeDone = failed.some(isUnknown);
	const [first] = failed;
	if (effects.length === 1 && first) {
		const { description } = first.outcome;
		return mayBeDone ? description : `The ${one} was not ${done}: ${description}`;
	}
	return count(effects, failed, wording);
}

function count(effects: Effect[], failed: Effect[], { one, many, done }: Wording): string {
	const mayBeDone = failed.some(isUnknown);
	const was = mayBeDone ? 'is known to have been' : 'was';
	if (effects.length === 1)
		return `The ${one} ${mayBeDone ? 'may or may not have been' : 'was not'} ${done}`;
	if (effects.length === failed.length) return `None of ${effects.length} ${many} ${was} ${done}`;
	const were = mayBeDone ? 'are not known to have been' : 'were not';
	return `${failed.length} of ${effects.length} ${many} ${were} ${done}`;
}

function warning(effects: Effect[], { one, many, done, danger }: Wording): string | undefined {
	const unknown = effects.filter(isUnknown).length;
	const accepted = effects.filter(isDone).length;
	if (unknown + accepted === 0) return undefined;
	const count = [
		...(accepted > 0 ? [`${accepted} ${accepted === 1 ? one : many} ${done}`] : []),
		...(unknown > 0 ? [`${unknown} may have been ${done}`] : []),
	].join(', ');
	return `${count}: ${danger}`;
}

/** The number of rows for each reason, with their names; `isSaid` leaves out what the message says. */
const reasons = (failed: Effect[], isSaid: boolean): string =>
	[
		...groupBy(failed, ({ outcome: { result, description } }) =>
			isSaid ? result : `${result}: ${description}`,
		),
	]
		.map(([reason, met]) => `${met.length} × ${reason}${namesOf(met)}`)
		.join('. ');

function namesOf(met: Effect[]): string {
	const named = met.slice(0, 3).flatMap(({ subject }) => (subject === '' ? [] : [subject]));
	if (named.length === 0) return '';
	return ` (${named.join(', ')}${met.length > named.length ? ', …' : ''})`;
}
