import { decided, type Outcome } from '../../gateway/operations/outcome';
import { SEND_RESULTS, type SendResult } from '../../gateway/specification/codes';

/** A problem with one recipient, found before any request. */
export type Problem = Outcome<SendResult>;

export const isProblem = <Value extends object>(value: Value | Problem): value is Problem =>
	'result' in value;

/** Makes a problem, by default with the sentence of its result. */
export const asProblem = (
	result: SendResult,
	description: string = SEND_RESULTS[result].description,
): Problem => ({ ...decided(SEND_RESULTS, result), description });

/** A problem that is not one of the text, the number or the time. */
export const notSent = (reason: string): Problem => asProblem('NOT_SENT', `Not sent. ${reason}`);
