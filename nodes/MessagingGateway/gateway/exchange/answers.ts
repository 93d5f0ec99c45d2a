import type { Answer } from './exchange';
import { failure, failureOfStatus, type Failure, type FailureKind } from './failures';

/** Characters of an unexpected answer that are shown to a person. */
const EXCERPT_LENGTH = 120;

/** Characters of it that are looked at: a page may be long. */
const EXAMINED_LENGTH = 20_000;

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
	const ofStatus = failureOfStatus(answer.status);
	if (ofStatus?.mayHaveTakenEffect) return problem;
	if (refusal && !mentionsSome) return refusal;
	return problem.kind === 'unreadable' && mentionsSome
		? failureIn(answer, 'notMentioned')
		: problem;
}

function unreadable({ body, conceal }: Answer): Failure {
	if (body.trim() === '') return failure('empty');
	return failure('unreadable', `"${excerpt(conceal(body).slice(0, EXAMINED_LENGTH))}"`);
}

/** The start of an answer as a person would read it: the title of a page, else its text. */
function excerpt(body: string): string {
	const title = /<title[^>]*>([^<]+)/i.exec(body)?.[1];
	const markup = /<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>/gi;
	const words = (title ?? body.replace(markup, ' ')).trim();
	const text = (words === '' ? body : words).replace(/\s+/g, ' ').trim();
	return text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH)}…` : text;
}
