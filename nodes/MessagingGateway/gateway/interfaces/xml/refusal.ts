import { failureIn, saysWrongLogin } from '../../exchange/answers';
import { shown } from '../../exchange/excerpt';
import type { Answer } from '../../exchange/exchange';
import type { Failure } from '../../exchange/failures';
import { children, parseXml, text, type XmlDocument } from './parsing';

/**
 * The refusal in an answer whose records are not read by the parser. Most answers have none and are not
 * parsed.
 */
export const refusalIn = (answer: Answer, record: string): Failure | undefined =>
	refusalOf(answer, answer.body.includes('Error') ? parseXml(answer.body, record) : null);

/**
 * The gateway's own refusal of a whole request (spec, "Errors", XML interface), or `undefined` if the
 * answer holds none.
 */
export function refusalOf(answer: Answer, document: XmlDocument | null): Failure | undefined {
	if (saysWrongLogin(answer.body)) return failureIn(answer, 'wrongLogin');
	if (!document?.root.startsWith('XMLGateway')) return undefined;
	const reasons = children(document.content, 'Error').map((error) => text(error).trim());
	if (reasons.length === 0) return undefined;
	if (reasons.some((reason) => /^invalid username or password$/i.test(reason))) {
		return failureIn(answer, 'wrongLogin');
	}
	return failureIn(answer, 'requestRefused', inWords(reasons, answer));
}

/** Most reasons that are quoted. */
const MAX_REASONS = 3;

const inWords = (reasons: string[], { gate }: Answer): string =>
	reasons
		.slice(0, MAX_REASONS)
		.map((reason) => shown(reason, gate))
		.join('; ');
