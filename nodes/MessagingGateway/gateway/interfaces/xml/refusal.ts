import {
	endsWithConnection,
	saysWrongLogin,
	type Reason,
	type Refusal,
} from '../../exchange/answers';
import type { Answer } from '../../exchange/exchange';
import { withoutComments } from './decoding';
import { readField, splitElements, tagStart } from './elements';

/** Most reasons that are quoted. */
const MAX_REASONS = 3;

/** The end of a document. */
const END = /XMLGateway[^<>]*>\s*$/;

/** Whether an answer may have been cut although its connection did not break: its document has no end. */
export const mayBeCut = (answer: Answer): boolean =>
	!END.test(answer.body.slice(-200)) && endsWithConnection(answer);

/**
 * The reason why rows of an answer are missing. An answer that holds a row refuses nothing, whatever
 * stands beside the row.
 *
 * @param record the name of the elements of a row
 */
export function reasonIn(answer: Answer, record: string): Reason | undefined {
	const isHeld = holds(answer, record);
	const refusal = isHeld ? undefined : refusalIn(answer);
	return refusal ?? (mayBeCut(answer) ? 'mayBeCut' : isHeld ? 'notMentioned' : undefined);
}

/** Whether a document holds a tag of that name. */
export const holds = ({ body }: Answer, name: string): boolean =>
	new RegExp(`${tagStart(name)}\\b`, 'i').test(withoutComments(body));

/** Reads a refusal of a whole request: `Error` elements of a whole document (protocol, "Errors"). */
export function refusalIn({ body }: Answer): Refusal | undefined {
	if (saysWrongLogin(body)) return 'wrongLogin';
	const document = withoutComments(body);
	if (!/<\/(?:[\w.-]+:)?XMLGateway/.test(document)) return undefined;
	const { elements } = splitElements(document, 'Error');
	const reasons = elements.map((element) => readField(element, 'Error'));
	if (reasons.some((reason) => /^invalid username or password$/i.test(reason))) return 'wrongLogin';
	return reasons.length > 0 ? reasons.slice(0, MAX_REASONS) : undefined;
}
