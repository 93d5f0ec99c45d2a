import type { Failure } from '../exchange/failures';
import type { Certainty, Results } from '../specification/codes';

export interface Outcome<Result extends string = string> {
	result: Result;
	description: string;
	certainty: Certainty;
	/** The failure of the request as a whole; null if the gateway decided on the row. */
	failure: Failure | null;
}

/** Makes the outcome of a row with a known result, in the words of its table. */
export const decided = <Result extends string>(
	results: Results<Result>,
	result: Result,
	failure: Failure | null = null,
): Outcome<Result> => {
	const { description, certainty } = results[result];
	return { result, description, certainty, failure };
};

/** Makes the outcome of a row that the gateway did not decide on: not done, or unknown. */
export const undecided = (
	results: Results<'NOT_SENT' | 'UNCONFIRMED'>,
	reason: Failure,
): Outcome<'NOT_SENT' | 'UNCONFIRMED'> => {
	const outcome = decided(results, reason.mayHaveTakenEffect ? 'UNCONFIRMED' : 'NOT_SENT', reason);
	return { ...outcome, description: `${outcome.description}. ${reason.message}` };
};
