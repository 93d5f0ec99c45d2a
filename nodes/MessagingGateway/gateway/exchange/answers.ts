import { excerpt } from './excerpt';
import type { Answer } from './exchange';
import { failure, failureOfStatus, type Failure, type FailureKind } from './failures';

/** A failure that an answer tells of. */
export const failureIn = ({ to }: Answer, kind: FailureKind, detail?: string): Failure => ({
	...failure(kind, detail),
	request: to,
});

/** The query interface's word for a wrong login, on every operation without a word of its own. */
export const saysWrongLogin = (body: string): boolean => /^\s*FAIL&?\s*$/.test(body);

/**
 * Why an answer without anything that was asked for is of no use: its HTTP status, the break in it, or
 * that it is something else altogether.
 */
export const failureOfAnswer = (answer: Answer): Failure => ({
	...(failureOfStatus(answer.status) ?? answer.cut ?? unreadable(answer)),
	request: answer.to,
});

/**
 * Why a row of a request that changes something has no result in the answer. A server that failed may
 * have done the work before, whatever its page says, and one that did some of the work did not refuse
 * the request.
 *
 * @param refusal what the answer says of the request as a whole
 * @param mentionsSome whether other rows have a result
 */
export function reasonForSilence(
	answer: Answer,
	refusal: Failure | undefined,
	mentionsSome: boolean,
): Failure {
	const problem = failureOfAnswer(answer);
	if (mentionsSome) {
		const explains = problem.mayHaveTakenEffect && problem.kind !== 'unreadable';
		return explains ? problem : failureIn(answer, 'notMentioned');
	}
	return failureOfStatus(answer.status)?.mayHaveTakenEffect ? problem : (refusal ?? problem);
}

function unreadable({ body, conceal }: Answer): Failure {
	if (body.trim() === '') return failure('empty');
	return failure('unreadable', `"${excerpt(body, conceal)}"`);
}
