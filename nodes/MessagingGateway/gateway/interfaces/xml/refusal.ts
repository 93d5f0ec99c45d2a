import { failureIn, saysWrongLogin } from '../../exchange/answers';
import { shown } from '../../exchange/excerpt';
import type { Answer } from '../../exchange/exchange';
import type { Failure } from '../../exchange/failures';
import { withoutComments } from './decoding';
import { outsideOf, readField, splitElements } from './elements';

/** Most reasons that are quoted. */
const MAX_REASONS = 3;

/**
 * Reads a refusal of a whole request: `Error` elements outside of the records (protocol, "Errors").
 *
 * @param record the name of the elements that may hold a person's words
 */
export function refusalIn(answer: Answer, record: string): Failure | undefined {
	if (saysWrongLogin(answer.body)) return failureIn(answer, 'wrongLogin');
	const reasons = reasonsIn(answer.body, record);
	if (reasons.length === 0) return undefined;
	if (reasons.some((reason) => /^invalid username or password$/i.test(reason))) {
		return failureIn(answer, 'wrongLogin');
	}
	const quoted = reasons.slice(0, MAX_REASONS).map((reason) => shown(reason, answer.gate));
	return failureIn(answer, 'requestRefused', quoted.join('; '));
}

function reasonsIn(body: string, record: string): string[] {
	// Most answers have none, and need not be searched.
	if (!body.includes('Error')) return [];
	const frame = withoutComments(outsideOf(body, record));
	if (!/<(?:[\w.-]+:)?XMLGateway/.test(frame)) return [];
	return splitElements(frame, 'Error').elements.map((element) => readField(element, 'Error'));
}
