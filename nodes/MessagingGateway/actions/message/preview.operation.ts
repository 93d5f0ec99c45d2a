import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { MAX_MESSAGE_LENGTH } from '../../gateway/specification/limits';
import { isTooLong, measure, normalizeText } from '../../gateway/specification/text';
import { operationError, unreadable } from '../../n8n/errors';
import type { Field } from '../../n8n/fields';
import { toItems, type ReadRow } from '../../n8n/onError';
import { mapYielding } from '../../n8n/yielding';
import { exampleLink } from '../../response/question';
import { showOnlyFor } from '../shared.fields';
import type { Operation } from '../operation';
import { lengthOfLink, withLink } from './recipients/link';
import { NOT_A_TEXT, textFieldOf } from './recipients/text';
import { textField } from './recipients/text.fields';

const displayOptions = showOnlyFor('message', 'preview');

/** Measures a text as the gateway would, without a request. */
export const preview: Operation = {
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview SMS text',
		description: 'Measure the text of an SMS as the gateway would, without sending it',
	},
	fields: [
		{ ...textField, displayOptions },
		{
			displayName: 'Include Link',
			name: 'includeLink',
			type: 'boolean',
			default: false,
			description: 'Whether to count the link that Send and Wait for Response adds to a question',
			displayOptions,
		},
	],
	async execute(context: IExecuteFunctions) {
		const textOf = textFieldOf(context);
		const includesLink = context.getNodeParameter('includeLink', 0, false) === true;
		const link = includesLink ? exampleLink(context) : undefined;
		const rows = await mapYielding(context.getInputData(), (_, item) =>
			toRow(context, textOf, item, link),
		);
		return toItems(context, rows);
	},
};

function toRow(
	context: IExecuteFunctions,
	textOf: Field<string | undefined>,
	item: number,
	link: string | undefined,
): ReadRow {
	const failed = (message: string, description: string): ReadRow => ({
		item,
		json: {},
		error: operationError(context, { message, description, itemIndex: item }),
	});
	try {
		const text = textOf(item);
		return text === undefined
			? failed(NOT_A_TEXT, 'Nothing was measured')
			: { item, json: measurementOf(text, link) };
	} catch (error) {
		return failed(unreadable(error), "Correct the expression in 'Text'");
	}
}

function measurementOf(typed: string, link: string | undefined): IDataObject {
	const text = normalizeText(typed);
	const measured = measure(link === undefined ? text : withLink(text, link));
	const linkLength = link === undefined ? undefined : lengthOfLink(link);
	const isBlank = text.trim() === '';
	return {
		text,
		encodedLength: measured.encodedLength,
		...(linkLength !== undefined && {
			textLength: measured.encodedLength - linkLength,
			linkLength,
		}),
		parts: isBlank ? 0 : measured.parts,
		maxLength: MAX_MESSAGE_LENGTH,
		unsupportedCharacters: measured.unsupportedCharacters,
		sendable: !isBlank && !isTooLong(measured),
	};
}
