import { saysWrongLogin, type Refusal } from '../../exchange/answers';
import type { Answer } from '../../exchange/exchange';
import { withoutComments } from './decoding';
import { outsideOf, readField, splitElements } from './elements';

/** Most reasons that are quoted. */
const MAX_REASONS = 3;

/**
 * Reads a refusal of a whole request: `Error` elements outside of the records (protocol, "Errors").
 *
 * @param record the name of the elements that may hold a person's words
 */
export function refusalIn({ body }: Answer, record: string): Refusal | undefined {
	if (saysWrongLogin(body)) return 'wrongLogin';
	const reasons = reasonsIn(body, record);
	if (reasons.length === 0) return undefined;
	const isWrongLogin = reasons.some((reason) => /^invalid username or password$/i.test(reason));
	return isWrongLogin ? 'wrongLogin' : reasons.slice(0, MAX_REASONS);
}

function reasonsIn(body: string, record: string): string[] {
	// Most answers have none, and need not be searched.
	if (!body.includes('Error')) return [];
	const frame = withoutComments(outsideOf(body, record));
	if (!/<(?:[\w.-]+:)?XMLGateway/.test(frame)) return [];
	return splitElements(frame, 'Error').elements.map((element) => readField(element, 'Error'));
}
