import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { MAX_MESSAGE_LENGTH } from '../../gateway/specification/limits';
import { isTooLong, measure, normalizeText } from '../../gateway/specification/text';
import { operationError, unreadable } from '../../n8n/errors';
import type { Field } from '../../n8n/fields';
import { toItems, type ReadRow } from '../../n8n/onError';
import { mapYielding } from '../../n8n/yielding';
import { showOnlyFor } from '../shared.fields';
import type { Operation } from '../operation';
import { NOT_A_TEXT, textFieldOf } from './recipients/text';
import { textField } from './recipients/text.fields';

/** Measures a text as the gateway would, without a request. */
export const preview: Operation = {
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview SMS text',
		description: 'Measure the text of an SMS as the gateway would, without sending it',
	},
	fields: [{ ...textField, displayOptions: showOnlyFor('message', 'preview') }],
	async execute(context: IExecuteFunctions) {
		const textOf = textFieldOf(context);
		const rows = await mapYielding(context.getInputData(), (_, item) =>
			toRow(context, textOf, item),
		);
		return toItems(context, rows);
	},
};

function toRow(
	context: IExecuteFunctions,
	textOf: Field<string | undefined>,
	item: number,
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
			: { item, json: measurementOf(text) };
	} catch (error) {
		return failed(unreadable(error), "Correct the expression in 'Text'");
	}
}

function measurementOf(typed: string): IDataObject {
	const text = normalizeText(typed);
	const measured = measure(text);
	const isBlank = text.trim() === '';
	return {
		text,
		encodedLength: measured.encodedLength,
		parts: isBlank ? 0 : measured.parts,
		maxLength: MAX_MESSAGE_LENGTH,
		unsupportedCharacters: measured.unsupportedCharacters,
		sendable: !isBlank && !isTooLong(measured),
	};
}
