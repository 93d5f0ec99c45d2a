import { saysWrongLogin, type Reason } from '../../exchange/answers';
import type { Answer } from '../../exchange/exchange';
import type { GatewayRequest } from '../../exchange/request';
import { xmlDocument } from '../../exchange/signing';
import { innerText, splitElements } from './elements';

/** A request of the XML interface: a document with this root, without its prefix, and these elements. */
export const post = (
	path: string,
	root: string,
	elements: Record<string, unknown>,
): GatewayRequest => ({
	interface: 'xml',
	path,
	content: { [root]: elements },
	format: xmlDocument,
});

/** Most reasons that are quoted. */
const MAX_REASONS = 3;

/**
 * The reason why rows of an answer are missing. An answer that holds a row refuses nothing, whatever
 * stands beside the row.
 *
 * @param row name of the element of a row
 */
export const reasonIn = (answer: Answer, row: string): Reason | undefined =>
	holds(answer, row) ? undefined : refusalIn(answer);

/** Whether a document holds a tag of that name. */
export const holds = ({ body }: Answer, name: string): boolean =>
	new RegExp(`</?${name}\\b`, 'i').test(body);

/** Reads a refusal of a whole request: `Error` elements of a whole document (protocol, "Errors"). */
export function refusalIn({ body }: Answer): Reason | undefined {
	if (saysWrongLogin(body)) return 'wrongLogin';
	if (!/<\/XMLGateway/.test(body)) return undefined;
	const { elements } = splitElements(body, 'Error');
	const reasons = elements.map(innerText);
	if (reasons.some((reason) => /^invalid username or password$/i.test(reason))) return 'wrongLogin';
	return reasons.length > 0 ? reasons.slice(0, MAX_REASONS) : undefined;
}
