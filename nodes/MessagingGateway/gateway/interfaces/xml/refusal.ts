import { failureIn, saysWrongLogin } from '../../exchange/answers';
import { shown } from '../../exchange/excerpt';
import type { Answer } from '../../exchange/exchange';
import type { Failure } from '../../exchange/failures';
import { withoutComments } from './decoding';
import { outsideOf, readField, splitElements } from './elements';

/**
 * Reads the gateway's own refusal of a whole request: `Error` elements outside of the records (protocol,
 * "Errors", XML interface). Returns `undefined` if the answer holds none.
 */
export function refusalIn(answer: Answer, record: string): Failure | undefined {
	if (saysWrongLogin(answer.body)) return failureIn(answer, 'wrongLogin');
	const reasons = reasonsIn(answer.body, record);
	if (reasons.length === 0) return undefined;
	return reasons.some((reason) => /^invalid username or password$/i.test(reason))
		? failureIn(answer, 'wrongLogin')
		: failureIn(answer, 'requestRefused', inWords(reasons, answer));
}

function reasonsIn(body: string, record: string): string[] {
	// Most answers have none, and need not be searched.
	if (!body.includes('Error')) return [];
	const frame = withoutComments(outsideOf(body, record));
	if (!/<(?:[\w.-]+:)?XMLGateway/.test(frame)) return [];
	return splitElements(frame, 'Error').elements.map((element) => readField(element, 'Error'));
}

/** Most reasons that are quoted. */
const MAX_REASONS = 3;

const inWords = (reasons: string[], { gate }: Answer): string =>
	reasons
		.slice(0, MAX_REASONS)
		.map((reason) => shown(reason, gate))
		.join('; ');
