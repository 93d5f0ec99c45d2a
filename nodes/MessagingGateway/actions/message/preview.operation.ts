import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { MAX_MESSAGE_LENGTH } from '../../gateway/limits';
import { isTooLong, measure, normalizeText } from '../../gateway/text';
import { errorHandling, errorItem } from '../errorHandling';
import { operationError, unreadable } from '../../errors';
import { showOnlyFor } from '../options';
import type { Operation } from '../operation';
import { readText, textField } from './text';

/** Measures a text as the gateway would, without a request. */
export const preview: Operation = {
	description: [{ ...textField, displayOptions: showOnlyFor('message', 'preview') }],
	async execute(context: IExecuteFunctions) {
		return context.getInputData().map((_, item): INodeExecutionData => {
			try {
				return { json: measurementOf(readText(context, item)), pairedItem: { item } };
			} catch (error) {
				const unread = operationError(context, {
					message: unreadable(error),
					description: 'Correct the expression in Text',
					itemIndex: item,
				});
				if (errorHandling(context) === 'stop') throw unread;
				return errorItem(context, unread, item);
			}
		});
	},
};

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
