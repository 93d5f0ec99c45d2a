import type { IExecuteFunctions } from 'n8n-workflow';
import { measure } from '../../../gateway/specification/text';
import { fieldOf, type Field } from '../../../n8n/fields';

/** Prepares the text of all items; undefined for an object, as "[object Object]" must never be sent. */
export function textFieldOf(context: IExecuteFunctions): Field<string | undefined> {
	const textOf = fieldOf(context, 'text', '');
	return (item) => {
		const text = textOf(item) ?? '';
		return typeof text === 'object' ? undefined : String(text);
	};
}

/** The sentence for a text that is an object. */
export const NOT_A_TEXT = "'Text' is an object or a list and not a text. Choose one of its values";

/** A text with the link of a question on a line of its own. */
export const withLink = (text: string, link: string): string => `${text}\n${link}`;

/** What the link adds to the length of a text, its line break included, in septets. */
export const lengthOfLink = (link: string): number => measure(withLink('', link)).encodedLength;
