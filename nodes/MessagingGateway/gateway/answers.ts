import type { Answer } from './exchange';
import { failure, failureOfStatus, type Failure } from './failures';

/** Characters of an unexpected answer that are shown to a person. */
const EXCERPT_LENGTH = 120;

/** Characters of it that are looked at: a page may be long. */
const EXAMINED_LENGTH = 20_000;

/** The query interface's word for a wrong login, on every operation without a word of its own. */
export const saysWrongLogin = (body: string): boolean => /^\s*FAIL&?\s*$/.test(body);

/**
 * Why an answer that held nothing of what was asked for is of no use: its HTTP status, the break
 * in it, or that it is something else altogether.
 */
export const failureOfAnswer = (answer: Answer): Failure =>
	failureOfStatus(answer.status) ?? answer.cut ?? unreadable(answer);

/**
 * Why a row of a request that changes something has no result of its own in the answer. A server that
 * failed may have done the work before, whatever its page says, and one that did some of the work did
 * not refuse it.
 *
 * @param mentionsSome whether other rows have one
 */
export function reasonForSilence(
	answer: Answer,
	refusal: Failure | undefined,
	mentionsSome: boolean,
): Failure {
	const ofStatus = failureOfStatus(answer.status);
	if (ofStatus?.mayHaveTakenEffect) return ofStatus;
	if (refusal && !mentionsSome) return refusal;
	const problem = failureOfAnswer(answer);
	return problem.kind === 'unreadable' && mentionsSome ? failure('notMentioned') : problem;
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
