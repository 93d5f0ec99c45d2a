import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { fieldOf, type Field } from '../../fields/evaluation';
import { textIn } from '../../fields/text';
import { SEND_RESULTS } from '../../gateway/specification/codes';
import {
	JOINED_PART_LENGTH,
	MAX_MESSAGE_LENGTH,
	SINGLE_PART_LENGTH,
} from '../../gateway/specification/limits';
import {
	isTooLong,
	measure,
	normalizeText,
	type TextMeasure,
} from '../../gateway/specification/text';
import { asProblem, type Problem } from './problem';
import { replaceUnsupported } from './replacements';

export const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Dear Thandi, your order is ready',
	description: `The text of the SMS, plain and at most ${MAX_MESSAGE_LENGTH} characters long. One message holds ${SINGLE_PART_LENGTH}. The characters ^ { } [ ] ~ \\ | € count twice.`,
};

export const maxPartsOption: INodeProperties = {
	displayName: 'Max Messages per Text',
	name: 'maxParts',
	type: 'number',
	typeOptions: { minValue: 1, maxValue: 6, numberPrecision: 0 },
	default: 1,
	description: `The most messages that one text may be billed as: ${SINGLE_PART_LENGTH} characters fit into one, ${JOINED_PART_LENGTH} into each part of a longer text`,
};

export const unsupportedCharactersOption: INodeProperties = {
	displayName: 'Emoji and Special Characters',
	name: 'onUnsupportedCharacters',
	type: 'options',
	default: 'replace',
	description:
		'What to do with characters that SMS cannot carry because its alphabet (GSM 7-bit) lacks them',
	options: [
		{
			name: 'Replace',
			value: 'replace',
			description:
				'Leave emoji out, write curly quotes and dashes plainly and letters without marks, as e for ê, and send what is left',
		},
		{ name: 'Refuse', value: 'refuse', description: 'Do not send this text' },
		{
			name: 'Send',
			value: 'send',
			description: 'Send them as they are, and let the gateway decide',
		},
	],
};

/** Prepares the text of all items; undefined for what `textIn` finds to be none. */
export function textFieldOf(context: IExecuteFunctions): Field<string | undefined> {
	const typedAt = fieldOf(context, 'text', '');
	return (item) => textIn(typedAt(item));
}

export interface PreparedText {
	words: string;
	/** The words, with the link of a question on a line of its own. */
	text: string;
	measured: TextMeasure;
	/** The length that the link adds, its line break included, in septets. */
	linkLength: number;
	replaced: string[];
	isBlank: boolean;
	problem?: Problem | undefined;
}

/** Prepares a text, with the options of its item and the link of a question. */
export function prepareText(typed: string, options: IDataObject, link?: string): PreparedText {
	const { onUnsupportedCharacters: policy = 'replace', maxParts = Infinity } = options;
	const { text: words, measured: ofWords, replaced } = prepared(typed, policy);
	const lastLine = prepared(link === undefined ? '' : `\n${link}`, policy);
	const text = words + lastLine.text;
	const measured = link === undefined ? ofWords : measure(text);
	const linkLength = lastLine.measured.encodedLength;
	const isBlank = words.trim() === '';
	const problem = isBlank
		? asProblem('NO_MESSAGE')
		: (tooLong(measured, Number(maxParts), linkLength) ??
			(policy === 'refuse' ? unsupported(measured) : undefined));
	return {
		words,
		text,
		measured,
		linkLength,
		replaced: [...replaced, ...lastLine.replaced],
		isBlank,
		problem,
	};
}

function prepared(typed: string, policy: unknown) {
	const text = normalizeText(typed);
	const measured = measure(text);
	const isPlain = policy !== 'replace' || measured.unsupportedCharacters.length === 0;
	if (isPlain) return { text, measured, replaced: [] };
	const plain = replaceUnsupported(text);
	return { ...plain, measured: measure(plain.text) };
}

function tooLong(measured: TextMeasure, maxParts: number, linkLength: number): Problem | undefined {
	const { encodedLength, parts } = measured;
	if (!isTooLong(measured) && parts <= maxParts) return undefined;
	const link = linkLength === 0 ? '' : ` and its link ${linkLength}`;
	const lengths = `The text has ${encodedLength - linkLength} characters${link}`;
	if (isTooLong(measured)) {
		return asProblem('TOO_LONG', `${lengths}. At most ${MAX_MESSAGE_LENGTH} can be sent`);
	}
	const what = linkLength === 0 ? 'The text takes' : `${lengths}. Together they take`;
	const limit = `'Max Messages per Text' allows ${maxParts}`;
	return asProblem('TOO_LONG', `${what} ${parts} parts, and ${limit}`);
}

function unsupported({ unsupportedCharacters }: TextMeasure): Problem | undefined {
	if (unsupportedCharacters.length === 0) return undefined;
	const { description } = SEND_RESULTS.UNSUPPORTED_CHARACTERS;
	const named = `${description}: ${unsupportedCharacters.join(' ')}`;
	return asProblem('UNSUPPORTED_CHARACTERS', named);
}
