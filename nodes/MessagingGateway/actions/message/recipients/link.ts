import { measure } from '../../../gateway/specification/text';

/** A text with the link of a question on a line of its own. */
export const withLink = (text: string, link: string): string => `${text}\n${link}`;

/** What the link adds to the length of a text, its line break included, in septets. */
export const lengthOfLink = (link: string): number => measure(withLink('', link)).encodedLength;
