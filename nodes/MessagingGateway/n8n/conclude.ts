import type { IExecuteFunctions, INodeExecutionData, NodeApiError } from 'n8n-workflow';
import { isFailed, isUnknown, toItem, tookEffect, type Effect, type Wording } from './effect';
import { addHints } from './hints';
import { errorHandling } from './onError';
import { failuresInWords, summarize } from './summary';
import { answersModel } from './tool';

/** The condition under which an operation fails as a whole. */
export type FailWhen = 'anyNotAccepted' | 'never' | 'noneAccepted';

/**
 * Turns effects into output items, or into the error that ends the node.
 *
 * The rules follow n8n's engine. With Retry On Fail it runs a node again if the node throws or its first
 * item has a `json.error`. With On Error set to continue it reacts to a throw by passing the input on as
 * if the node had succeeded.
 *
 * @throws NodeApiError, NodeOperationError with `context.results`; only with On Error set to stop
 */
export function conclude(
	context: IExecuteFunctions,
	effects: Effect[],
	failWhen: FailWhen,
	wording: Wording,
): INodeExecutionData[] {
	// A language model sees the items alone: no error, no hint and no error branch.
	if (answersModel(context)) return effects.map((effect) => toItem(forModel(effect, wording)));
	const handling = errorHandling(context);
	if (handling === 'stop' && isFailure(effects, failWhen) && !mustNotRepeat(context, effects)) {
		throw summarize(context, effects, wording);
	}
	addHints(context, () => [failuresInWords(effects, wording)]);
	if (handling === 'errorOutput') return splitByOutcome(context, effects);
	return effects.map(toItem);
}

/** Whether n8n's retries would repeat what happened or may have happened. */
const mustNotRepeat = (context: IExecuteFunctions, effects: Effect[]): boolean =>
	tookEffect(effects) && context.getNode().retryOnFail === true;

/** The row with what a language model must be told, which sees nothing else. */
function forModel(effect: Effect, { danger }: Wording): Effect {
	const { failure } = effect.outcome;
	const advice = isUnknown(effect) ? `Do not repeat it: ${danger}` : failure?.advice;
	if (!isFailed(effect) || advice === undefined) return effect;
	const description = `${String(effect.json.description)}. ${advice}`;
	return { ...effect, json: { ...effect.json, description } };
}

function isFailure(effects: Effect[], failWhen: FailWhen): boolean {
	if (!effects.some(isFailed)) return false;
	if (failWhen === 'anyNotAccepted') return true;
	if (failWhen === 'noneAccepted') return effects.every(isFailed);
	const isWithoutAccess = effects.some(({ outcome: { failure } }) => failure?.noAccess === true);
	return isWithoutAccess && !tookEffect(effects);
}

/** Makes the items for "continue (using error output)": those that failed come last, for the error branch. */
function splitByOutcome(context: IExecuteFunctions, effects: Effect[]): INodeExecutionData[] {
	const [first, ...others] = effects.filter(isFailed);
	const items = effects.filter((effect) => !isFailed(effect)).map(toItem);
	if (first === undefined) return items;
	const isSilent = items.length === 0 && context.getNode().retryOnFail && tookEffect(effects);
	const item = isSilent ? toSilentErrorItem(first) : toErrorItem(first);
	return [...items, item, ...others.map(toErrorItem)];
}

const toErrorItem = ({ item, json }: Effect): INodeExecutionData => ({
	json: { error: { message: String(json.description), ...json } },
	pairedItem: { item },
});

/**
 * Makes an item for the error branch without the `json.error` that makes n8n run the node again. Once it
 * has decided on that, n8n replaces the row by `{ error: error.message }`, so what the other items have as
 * `error` stands there. n8n 1.110 leaves the row.
 */
function toSilentErrorItem(effect: Effect): INodeExecutionData {
	const item = toErrorItem(effect);
	const error = { message: item.json.error } as unknown as NodeApiError;
	return { ...item, json: effect.json, error };
}
