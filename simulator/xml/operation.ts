import type { Account } from '../accounts';
import type { Gateway } from '../gateway';
import type { XmlElement } from './document';

/** Error element texts (protocol, "Errors"). */
export const NOT_VALID = 'Not Valid XML Document';
export const WRONG_CREDENTIALS = 'Invalid Username or Password';
export const INVALID_DATE = 'Invalid Date';

export type XmlError = typeof NOT_VALID | typeof WRONG_CREDENTIALS | typeof INVALID_DATE;

/** One operation of the XML interface: an HTTP POST (protocol, "XML interface (HTTP POST)"). */
export interface XmlOperation {
	readonly path: string;
	/** What the page calls it. */
	readonly title: string;
	/** The request's root element, without the service brand before it. */
	readonly requestRoot: string;
	/** The root of the answer, and of an answer that holds Error elements. */
	readonly responseRoot: string;
	/** The elements that may stand under the request's root, in order. */
	readonly children: readonly string[];
	/** The errors of the request, apart from its credentials. */
	errors(root: XmlElement): readonly XmlError[];
	/** The elements under the answer's root. */
	answer(gateway: Gateway, account: Account, root: XmlElement): readonly string[];
}
