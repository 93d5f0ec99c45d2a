import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getsNowhere, type Failure } from '../gateway/failures';
import { errorHandling } from './errorHandling';
import { gatewayError, operationError } from '../errors';

/**
 * What an operation that changes something did for one row of its input. Repeating it may cost money
 * or reach a person twice, so nothing of it may get lost and n8n must not be led to repeat it.
 */
export interface Effect {
	/** Index of the input item. */
	item: number;
	/** What the row is known by: a number, an ID. */
	subject: string;
	/** The row of the output. */
	json: IDataObject & { result: string; description: string };
	outcome: 'done' | 'notDone' | 'unknown';
	/** What went wrong with the request, where it was not the row's own fault. */
	failure: Failure | null;
}

/** When an operation fails as a whole. */
export type FailWhen = 'anyNotAccepted' | 'never' | 'noneAccepted';

/** How an operation speaks of its rows. */
export interface Wording {
	one: string;
	many: string;
	/** What was to be done with them, as in "3 of 5 messages were not accepted". */
	done: string;
	/** What could come of a repetition. */
	danger: string;
}

/** Results that an error carries along; n8n stores them with the execution. */
const MAX_RESULTS_IN_ERROR = 1000;

/**
 * Turns effects into output items, or into the error that ends the node.
 *
 * Behind the rules stands what n8n's engine does: with Retry On Fail it runs a node again that throws
 * or whose first item has a `json.error`; with On Error set to continue it answers a throw by passing
 * the input on as if all had gone well.
 *
 * @throws NodeApiError, NodeOperationError with `context.results`; only with On Error set to stop
 */
export function conclude(
	context: IExecuteFunctions,
	effects: Effect[],
	failWhen: FailWhen,
	wording: Wording,
): INodeExecutionData[] {
	const handling = errorHandling(context);
	// A model is shown the items alone, and no error branch.
	if (handling === 'errorOutput' && !isTool(context)) return splitByOutcome(context, effects);
	if (handling === 'stop' && isFailure(effects, failWhen) && !mustNotRepeat(context, effects)) {
		throw summarize(context, effects, wording);
	}
	return effects.map(({ item, json }) => ({ json, pairedItem: { item } }));
}

const isDone = ({ outcome }: Effect): boolean => outcome === 'done';

/** Whether a repetition would repeat something that happened, or may have. */
const tookEffect = (effects: Effect[]): boolean =>
	effects.some(({ outcome }) => outcome !== 'notDone');

/** Whether whoever sees a failure repeats the node by itself: n8n's retries, or a language model. */
const mustNotRepeat = (context: IExecuteFunctions, effects: Effect[]): boolean =>
	tookEffect(effects) && (context.getNode().retryOnFail === true || isTool(context));

/** Whether the node runs as a tool of an AI agent. */
export const isTool = (context: IExecuteFunctions): boolean =>
	context.isToolExecution?.() === true || context.getNode().type.endsWith('Tool');

function isFailure(effects: Effect[], failWhen: FailWhen): boolean {
	if (effects.length === 0 || effects.every(isDone)) return false;
	if (failWhen === 'anyNotAccepted') return true;
	if (failWhen === 'noneAccepted') return !effects.some(isDone);
	const gotNowhere = effects.some(({ failure }) => failure && getsNowhere(failure));
	return gotNowhere && !tookEffect(effects);
}

/**
 * Under "continue (using error output)": what was done first, then the rest as items that n8n sends
 * to the error branch, joined to their input.
 */
function splitByOutcome(context: IExecuteFunctions, effects: Effect[]): INodeExecutionData[] {
	const failed = effects.filter((effect) => !isDone(effect));
	const items = [
		...effects.filter(isDone).map(({ item, json }) => ({ json, pairedItem: { item } })),
		...failed.map(toErrorItem),
	];
	const [first] = items;
	if (first && 'error' in first.json && context.getNode().retryOnFail && tookEffect(effects)) {
		items[0] = toSilentErrorItem(context, failed[0] as Effect);
	}
	return items;
}

const toErrorItem = ({ item, json }: Effect): INodeExecutionData => ({
	json: { error: { message: json.description, ...json } },
	pairedItem: { item },
});

/** Goes to the error branch as well, but without the `json.error` that makes n8n run the node again. */
const toSilentErrorItem = (
	context: IExecuteFunctions,
	{ item, json, subject }: Effect,
): INodeExecutionData => ({
	json: {},
	error: operationError(context, {
		message: `${subject}: ${json.result}. ${json.description}`,
		description: json.description,
		itemIndex: item,
	}),
	pairedItem: { item },
});

/** One error that says what happened to all of them. */
function summarize(context: IExecuteFunctions, effects: Effect[], wording: Wording): Error {
	const failed = effects.filter((effect) => !isDone(effect));
	const [first] = failed as [Effect];
	const behindAll = commonFailure(failed);
	const description = [warning(effects, wording), behindAll?.advice, reasons(failed)]
		.filter((sentence) => sentence !== undefined)
		.join('. ');
	const error = behindAll
		? gatewayError(context, behindAll, { description, itemIndex: first.item })
		: operationError(context, {
				message: headline(effects, failed, wording),
				description,
				itemIndex: first.item,
			});
	error.context.results = effects.slice(0, MAX_RESULTS_IN_ERROR).map(({ json }) => json);
	return error;
}

/** What ended the run, or else what all rows have in common. */
function commonFailure(failed: Effect[]): Failure | undefined {
	const failures = failed.map(({ failure }) => failure);
	const ending = failures.find((failure) => failure?.stopsRun);
	const [first] = failures;
	const isCommon = failures.every((failure) => failure?.kind === first?.kind);
	return ending ?? (isCommon ? first : undefined) ?? undefined;
}

function headline(effects: Effect[], failed: Effect[], { one, many, done }: Wording): string {
	const isUnknown = failed.some(({ outcome }) => outcome === 'unknown');
	const [first] = failed;
	if (effects.length === 1 && first) {
		const { description } = first.json;
		return isUnknown ? description : `The ${one} was not ${done}: ${description}`;
	}
	const was = isUnknown ? 'is known to have been' : 'was';
	if (effects.length === failed.length) return `None of ${effects.length} ${many} ${was} ${done}`;
	const were = isUnknown ? 'are not known to have been' : 'were not';
	return `${failed.length} of ${effects.length} ${many} ${were} ${done}`;
}

function warning(effects: Effect[], { one, many, done, danger }: Wording): string | undefined {
	const unknown = effects.filter(({ outcome }) => outcome === 'unknown').length;
	const accepted = effects.filter(isDone).length;
	if (unknown + accepted === 0) return undefined;
	const count = [
		...(accepted > 0 ? [`${accepted} ${accepted === 1 ? one : many} ${done}`] : []),
		...(unknown > 0 ? [`${unknown} may have been ${done}`] : []),
	].join(', ');
	return `${count}: ${danger}`;
}

/** How often each reason came, and whom it met. */
function reasons(failed: Effect[]): string {
	const subjects = new Map<string, string[]>();
	for (const { json, subject } of failed) {
		const reason = `${json.result}: ${json.description}`;
		const met = subjects.get(reason);
		if (met) met.push(subject);
		else subjects.set(reason, [subject]);
	}
	return [...subjects]
		.map(([reason, met]) => `${met.length} × ${reason}${namesOf(met)}`)
		.join('. ');
}

function namesOf(subjects: string[]): string {
	const named = subjects.slice(0, 3).filter((subject) => subject !== '');
	if (named.length === 0) return '';
	return ` (${named.join(', ')}${subjects.length > named.length ? ', …' : ''})`;
}
