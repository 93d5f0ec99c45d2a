import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { MAX_MESSAGE_LENGTH } from '../../gateway/specification/limits';
import { measure } from '../../gateway/specification/text';
import { fieldOf, type Field } from '../../fields/evaluation';

export const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Dear Thandi, your order is ready',
	description: `The text of the SMS: plain text of at most ${MAX_MESSAGE_LENGTH} characters, of which 160 fit into one message; the characters ^ { } [ ] ~ \\ | € count twice`,
};

/** The limit for the messages that a text is billed as. */
export const maxPartsOption: INodeProperties = {
	displayName: 'Max Messages per Text',
	name: 'maxParts',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 6, numberPrecision: 0 },
	default: 6,
	description:
		'The most messages that one text may be billed as: 160 characters fit into one, 153 into each part of a longer text',
};

/** The choice for characters outside GSM 7-bit. */
export const unsupportedCharactersOption: INodeProperties = {
	displayName: 'Emoji and Special Characters',
	name: 'onUnsupportedCharacters',
	type: 'options',
	default: 'replace',
	description:
		'What to do with characters that SMS cannot carry: those that are not in its alphabet (GSM 7-bit)',
	options: [
		{
			name: 'Replace',
			value: 'replace',
			description:
				'Write curly quotes and dashes plainly and letters without marks, as e for ê, and send what is left',
		},
		{ name: 'Refuse', value: 'refuse', description: 'Do not send this text' },
		{
			name: 'Send',
			value: 'send',
			description: 'Leave to the gateway what becomes of them',
		},
	],
};

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

/** A text, with the link of a question on a line of its own. */
export const withLink = (text: string, link?: string): string =>
	link === undefined ? text : `${text}\n${link}`;

/** What the link adds to the length of a text, its line break included, in septets. */
export const lengthOfLink = (link: string): number => measure(withLink('', link)).encodedLength;
