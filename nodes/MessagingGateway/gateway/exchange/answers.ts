import { excerpt, shown } from './excerpt';
import type { Answer } from './exchange';
import { failure, failureOfStatus, type Failure, type FailureKind } from './failures';
import type { Mask } from './mask';

/** The gateway's refusal of a whole request: of the login, or for reasons in its own words. */
export type Refusal = 'wrongLogin' | string[];

/** The reason why an answer lacks rows: a refusal, or it may have been cut, or it does not mention them. */
export type Reason = Refusal | 'mayBeCut' | 'notMentioned';

/** The failure that an answer reports, with the request it belongs to. */
export const failureIn = ({ to }: Answer, kind: FailureKind, detail?: string): Failure => ({
	...failure(kind, detail),
	request: to,
});

/** The failure that a reason is. */
export const failureFor = (answer: Answer, reason: Reason, mask: Mask): Failure =>
	Array.isArray(reason)
		? failureIn(answer, 'requestRefused', reason.map((words) => shown(words, mask)).join('; '))
		: failureIn(answer, reason);

/** The query interface's word for a wrong login, on every operation without a word of its own. */
export const saysWrongLogin = (body: string): boolean => /^\s*FAIL&?\s*$/.test(body);

/** The reason why an answer cannot be used: its HTTP status, an interruption, or foreign content. */
export const failureOfAnswer = (answer: Answer, mask: Mask): Failure => ({
	...(failureOfStatus(answer) ?? answer.cut ?? unreadable(answer, mask)),
	request: answer.to,
});

/**
 * Whether an answer ended with its connection, without saying how long it is. False for a web page, and
 * where a status or a broken connection says more.
 */
export const endsWithConnection = (answer: Answer): boolean =>
	!answer.hasKnownLength &&
	answer.cut === undefined &&
	failureOfStatus(answer) === null &&
	!/^\s*<(?:!doctype|html)/i.test(answer.body);

/**
 * The reason why a row of a request that changes something has no result in the answer. A server that
 * failed may have done the work first, whatever its page says. A server that did some of the work did
 * not refuse the request.
 *
 * @param said what the answer says of its missing rows
 * @param mentionsSome whether other rows have a result
 */
export function reasonForMissingResult(
	answer: Answer,
	mask: Mask,
	said: Reason | undefined,
	mentionsSome: boolean,
): Failure {
	const status = failureOfStatus(answer);
	const broken = status?.mayHaveTakenEffect ? status : answer.cut;
	if (broken) return { ...broken, request: answer.to };
	if (mentionsSome) return failureIn(answer, said === 'mayBeCut' ? said : 'notMentioned');
	return said ? failureFor(answer, said, mask) : failureOfAnswer(answer, mask);
}

function unreadable({ body }: Answer, mask: Mask): Failure {
	if (body.trim() === '') return failure('empty');
	return failure('unreadable', `"${excerpt(body, mask)}"`);
}
