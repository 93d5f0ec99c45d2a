import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Outcome } from '../gateway/operations/outcome';

/**
 * The effect of an operation that changes something, for one row of its input. It must not get lost, and
 * n8n must not be led to repeat it: that may cost money or reach a person twice.
 */
export interface Effect {
	/** Index of the input item. */
	item: number;
	/** The name of the row: a number or an ID. */
	subject: string;
	outcome: Outcome;
	/** The row of the output. */
	json: IDataObject;
}

/** The words of an operation for its rows. */
export interface Wording {
	one: string;
	/** The participle for the action, as in "3 of 5 messages were not accepted". */
	done: string;
	/** The possible result of a repetition. */
	danger: string;
}

export const isDone = ({ outcome }: Effect): boolean => outcome.certainty === 'done';

export const isUnknown = ({ outcome }: Effect): boolean => outcome.certainty === 'unknown';

/** Whether it should have been done, and is not known to have been. */
export const isFailed = ({ outcome }: Effect): boolean =>
	outcome.certainty === 'notDone' || outcome.certainty === 'unknown';

/** Whether a repetition would repeat something that happened or may have happened. */
export const tookEffect = (effects: Effect[]): boolean =>
	effects.some((effect) => isDone(effect) || isUnknown(effect));

/** Whether it was done; null if this is unknown. */
export const certainly = ({ certainty }: Outcome): boolean | null =>
	certainty === 'unknown' ? null : certainty === 'done';

/** The output item of a row. */
export const toItem = ({ item, json }: Effect): INodeExecutionData => ({
	json,
	pairedItem: { item },
});
