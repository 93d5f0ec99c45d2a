import type { Failure } from '../exchange/failures';
import type { Certainty, Results } from '../spec/codes';

/** What became of one row of a request that changes something. */
export interface Outcome<Result extends string = string> {
	result: Result;
	description: string;
	certainty: Certainty;
	/** What went wrong with the request as a whole; null where the gateway decided over the row. */
	failure: Failure | null;
}

/** What the gateway decided over a row. */
export const decided = <Result extends string>(
	results: Results<Result>,
	result: Result,
	failure: Failure | null = null,
): Outcome<Result> => ({ result, ...results[result], failure });

/** What is wrong with a row, found before any request: the gateway was not asked. */
export const fault = <Result extends string>(
	results: Results<Result>,
	result: Result,
	description = results[result].description,
): Outcome<Result> => ({ ...decided(results, result), description });

/** A row that the gateway did not decide over: not done, or nobody can tell. */
export const undecided = (
	results: Results<'NOT_SENT' | 'UNCONFIRMED'>,
	reason: Failure,
): Outcome<'NOT_SENT' | 'UNCONFIRMED'> =>
	because(reason, decided(results, reason.mayHaveTakenEffect ? 'UNCONFIRMED' : 'NOT_SENT'));

/** A row whose request was not begun, because of what an earlier one met. */
export const notBegun = (results: Results<'NOT_SENT'>, reason: Failure): Outcome<'NOT_SENT'> =>
	because(reason, decided(results, 'NOT_SENT'));

const because = <Result extends string>(
	reason: Failure,
	outcome: Outcome<Result>,
): Outcome<Result> => ({
	...outcome,
	description: `${outcome.description}. ${reason.message}`,
	failure: reason,
});
