import { excerpt, shown } from './excerpt';
import type { Answer } from './exchange';
import { failure, failureOfStatus, type Failure, type FailureKind } from './failures';
import type { Mask } from './mask';

/** The reason why an answer lacks a result: the login was refused, or the request, in words of the gateway. */
export type Reason = 'wrongLogin' | string[];

/** The failure that an answer reports, with the request it belongs to. */
export const failureIn = ({ to }: Answer, kind: FailureKind, detail?: string): Failure => ({
	...failure(kind, detail),
	request: to,
});

/**
 * The failure of an answer without a result. A server that failed may have done the work first, whatever
 * its page says. A server that did some of the work did not refuse the request.
 *
 * @param reason what the interface says of results that are missing
 * @param hasOthers whether the answer has other results
 */
export function failureOfAnswer(
	answer: Answer,
	mask: Mask,
	reason?: Reason,
	hasOthers = false,
): Failure {
	const status = failureOfStatus(answer);
	const broken = status ?? answer.cut;
	if (broken?.mayHaveTakenEffect) return { ...broken, request: answer.to };
	if (hasOthers) return failureIn(answer, 'notMentioned');
	if (reason === 'wrongLogin') return failureIn(answer, reason);
	if (reason) {
		return failureIn(
			answer,
			'requestRefused',
			reason.map((words) => shown(words, mask)).join('; '),
		);
	}
	if (status) return { ...status, request: answer.to };
	return answer.body.trim() === ''
		? failureIn(answer, 'empty')
		: failureIn(answer, 'unreadable', `"${excerpt(answer.body, mask)}"`);
}
