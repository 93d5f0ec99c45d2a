import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { MAX_MESSAGE_LENGTH } from '../../gateway/spec/limits';
import { isTooLong, measure, normalizeText } from '../../gateway/spec/text';
import { operationError, unreadable } from '../../n8n/errors';
import type { Field } from '../../n8n/fields';
import { toItems, type ReadRow } from '../../n8n/onError';
import { mapYielding } from '../../n8n/yielding';
import { showOnlyFor } from '../shared.fields';
import type { Operation } from '../operation';
import { textFieldOf } from './text';
import { textField } from './text.fields';

/** Measures a text as the gateway would, without a request. */
export const preview: Operation = {
	option: {
		name: 'Preview',
		value: 'preview',
		action: 'Preview message text',
		description: 'Measure the text of a message as the gateway would, without sending it',
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

function toRow(context: IExecuteFunctions, textOf: Field<string>, item: number): ReadRow {
	try {
		return { item, json: measurementOf(textOf(item)) };
	} catch (error) {
		const unread = operationError(context, {
			message: unreadable(error),
			description: "Correct the expression in 'Text'",
			itemIndex: item,
		});
		return { item, json: {}, error: unread };
	}
}

function measurementOf(typed: string): IDataObject {
	const text = normalizeText(typed);
	const measured = measure(text);
	return {
		text,
		encodedLength: measured.encodedLength,
		parts: measured.parts,
		maxLength: MAX_MESSAGE_LENGTH,
		unsupportedCharacters: measured.unsupportedCharacters,
		sendable: text.trim() !== '' && !isTooLong(measured),
	};
}
