import { excerpt, shown } from './excerpt';
import type { Answer } from './exchange';
import { failure, failureOfStatus, type Failure, type FailureKind } from './failures';
import type { Mask } from './mask';

/** The gateway's refusal of a whole request: of the login, or for reasons in its own words. */
export type Refusal = 'wrongLogin' | string[];

/** The failure that an answer reports, with the request it belongs to. */
export const failureIn = ({ to }: Answer, kind: FailureKind, detail?: string): Failure => ({
	...failure(kind, detail),
	request: to,
});

/** The failure that a refusal is. */
export const failureOfRefusal = (answer: Answer, refusal: Refusal, mask: Mask): Failure =>
	refusal === 'wrongLogin'
		? failureIn(answer, refusal)
		: failureIn(answer, 'requestRefused', refusal.map((words) => shown(words, mask)).join('; '));

/** The query interface's word for a wrong login, on every operation without a word of its own. */
export const saysWrongLogin = (body: string): boolean => /^\s*FAIL&?\s*$/.test(body);

/** The reason why an answer cannot be used: its HTTP status, an interruption, or foreign content. */
export const failureOfAnswer = (answer: Answer, mask: Mask): Failure => ({
	...(failureOfStatus(answer) ?? answer.cut ?? unreadable(answer, mask)),
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
	mask: Mask,
	refusal: Refusal | undefined,
	mentionsSome: boolean,
): Failure {
	const reason = failureOfAnswer(answer, mask);
	if (mentionsSome) {
		const isReason = reason.mayHaveTakenEffect && reason.kind !== 'unreadable';
		return isReason ? reason : failureIn(answer, 'notMentioned');
	}
	if (!refusal || failureOfStatus(answer)?.mayHaveTakenEffect) return reason;
	return failureOfRefusal(answer, refusal, mask);
}

function unreadable({ body }: Answer, mask: Mask): Failure {
	if (body.trim() === '') return failure('empty');
	return failure('unreadable', `"${excerpt(body, mask)}"`);
}
