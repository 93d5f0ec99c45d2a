import type { IDataObject } from 'n8n-workflow';
import type { Failure } from '../gateway/exchange/failures';
import type { Certainty } from '../gateway/specification/codes';

export interface Row {
	item: number;
	/** A number or an ID; '' if it has none. */
	name: string;
	json: IDataObject;
	certainty: Certainty;
	/** The failure of its request; null if the gateway decided on the row, or no request was made. */
	failure: Failure | null;
}

export interface Wording {
	one: string;
	/** The participle for the action, as in "3 messages: 1 not accepted, 2 accepted". */
	done: string;
	/** The possible result of a repetition. */
	danger: string;
}

export const isDone = ({ certainty }: Row): boolean => certainty === 'done';

export const isUnknown = ({ certainty }: Row): boolean => certainty === 'unknown';

/** Whether it should have been done, and is not known to have been. */
export const isFailed = ({ certainty }: Row): boolean =>
	certainty === 'notDone' || certainty === 'unknown';

/** Whether a repetition would repeat something that happened or may have happened. */
export const mayHaveTakenEffect = (row: Row): boolean => isDone(row) || isUnknown(row);

/** What a field such as `accepted` says: null if nobody can tell. */
export const wasDone = (certainty: Certainty): boolean | null =>
	certainty === 'unknown' ? null : certainty === 'done';
