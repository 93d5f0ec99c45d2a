import type { IDataObject } from 'n8n-workflow';
import { MAX_MESSAGE_LENGTH } from '../../gateway/specification/limits';
import { OptionError, unreadable } from '../../fields/options';
import { notAText } from '../../fields/text';
import { operationError } from '../../host/errors';
import { errorHandling, errorItem } from '../../rows/output';
import { mapYielding } from '../../rows/readItems';
import { exampleLink } from '../../question/link';
import { NOT_FOR_A_TOOL, type Operation } from '../operation';
import { prepareText, textField, textFieldOf } from './text';

/** Measures a text as Send sends it by default and the gateway counts it, without a request. */
export const preview: Operation = {
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview SMS text',
		description: 'Measure the text of an SMS as the gateway would, without sending it',
		displayOptions: NOT_FOR_A_TOOL,
	},
	toolDescription:
		'Measures the text of an SMS without sending it: its length, how many parts it is billed as, the characters that SMS cannot carry, and whether it can be sent. Costs nothing.',
	fields: [
		textField,
		{
			displayName: 'Include Link',
			name: 'includeLink',
			type: 'boolean',
			default: false,
			description:
				'Whether to count the link that Send and Wait for Response adds to a question. The value of the first item holds for all items.',
		},
	],
	async execute(context, options) {
		const textAt = textFieldOf(context);
		const link = options.at(0).includeLink === true ? exampleLink(context) : undefined;
		return await mapYielding(context.getInputData(), (_, item) => {
			try {
				return { json: measurementOf(textAt(item), link), pairedItem: { item } };
			} catch (error) {
				const message = unreadable(error);
				if (errorHandling(context) !== 'stop') return errorItem(context, message, item);
				throw operationError(context, message, CORRECT_IT, { itemIndex: item });
			}
		});
	},
};

const CORRECT_IT = "Nothing was measured. Correct the expression in 'Text'";

function measurementOf(typed: string | undefined, link: string | undefined): IDataObject {
	if (typed === undefined) throw new OptionError(notAText('Text'));
	const { words, measured, linkLength, isBlank, problem } = prepareText(typed, {}, link);
	const { encodedLength, parts, unsupportedCharacters } = measured;
	return {
		text: words,
		encodedLength,
		...(link !== undefined && { textLength: encodedLength - linkLength, linkLength }),
		parts: isBlank ? 0 : parts,
		maxLength: MAX_MESSAGE_LENGTH,
		unsupportedCharacters,
		sendable: problem === undefined,
	};
}
