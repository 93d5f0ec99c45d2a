import type { IDataObject } from 'n8n-workflow';
import type { Outcome } from '../gateway/operations/outcome';

/**
 * What an operation that changes something did for one row of its input. Repeating it may cost money
 * or reach a person twice, so nothing of it may get lost and n8n must not be led to repeat it.
 */
export interface Effect {
	/** Index of the input item. */
	item: number;
	/** What the row is known by: a number, an ID. */
	subject: string;
	outcome: Outcome;
	/** The row of the output. */
	json: IDataObject;
}

/** How an operation speaks of its rows. */
export interface Wording {
	one: string;
	many: string;
	/** What was to be done with them, as in "3 of 5 messages were not accepted". */
	done: string;
	/** What could come of a repetition. */
	danger: string;
}

export const isDone = ({ outcome }: Pick<Effect, 'outcome'>): boolean =>
	outcome.certainty === 'done';

export const isUnknown = ({ outcome }: Pick<Effect, 'outcome'>): boolean =>
	outcome.certainty === 'unknown';

/** Whether a repetition would repeat something that happened, or may have. */
export const tookEffect = (effects: Effect[]): boolean =>
	effects.some(({ outcome }) => outcome.certainty !== 'notDone');

/** Whether it was done: null where nobody can tell. */
export const certainly = ({ certainty }: Outcome): boolean | null =>
	certainty === 'unknown' ? null : certainty === 'done';
