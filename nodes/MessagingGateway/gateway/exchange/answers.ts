import { excerpt } from './excerpt';
import type { Answer } from './exchange';
import { failure, failureOfStatus, type Failure, type FailureKind } from './failures';

/** The failure that an answer reports, with the request it belongs to. */
export const failureIn = ({ to }: Answer, kind: FailureKind, detail?: string): Failure => ({
	...failure(kind, detail),
	request: to,
});

/** The query interface's word for a wrong login, on every operation without a word of its own. */
export const saysWrongLogin = (body: string): boolean => /^\s*FAIL&?\s*$/.test(body);

/** The reason why an answer cannot be used: its HTTP status, an interruption, or foreign content. */
export const failureOfAnswer = (answer: Answer): Failure => ({
	...(failureOfStatus(answer) ?? answer.cut ?? unreadable(answer)),
	request: answer.to,
});

/**
 * The reason why a row of a request that changes something has no result in the answer. A server that
 * failed may have done the work first, whatever its page says. A server that did some of the work did
 * not refuse the request.
 *
 * @param refusal what the answer says of the request as a whole
 * @param mentionsSome whether other rows have a result
 */
export function reasonForMissingResult(
	answer: Answer,
	refusal: Failure | undefined,
	mentionsSome: boolean,
): Failure {
	const reason = failureOfAnswer(answer);
	if (mentionsSome) {
		const isReason = reason.mayHaveTakenEffect && reason.kind !== 'unreadable';
		return isReason ? reason : failureIn(answer, 'notMentioned');
	}
	return failureOfStatus(answer)?.mayHaveTakenEffect ? reason : (refusal ?? reason);
}

function unreadable({ body, gate }: Answer): Failure {
	if (body.trim() === '') return failure('empty');
	return failure('unreadable', `"${excerpt(body, gate)}"`);
}
