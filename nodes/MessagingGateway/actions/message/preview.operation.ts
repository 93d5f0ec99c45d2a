import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { MAX_MESSAGE_LENGTH } from '../../gateway/limits';
import { isTooLong, measure, normalizeText } from '../../gateway/text';
import { showOnlyFor } from '../options';
import type { Operation } from '../operation';
import { readText, textField } from './text';

/** Measures a text as the gateway would, without a request. */
export const preview: Operation = {
	description: [{ ...textField, displayOptions: showOnlyFor('message', 'preview') }],
	async execute(context: IExecuteFunctions) {
		return context.getInputData().map((_, item): INodeExecutionData => {
			const text = normalizeText(readText(context, item));
			const measured = measure(text);
			return {
				json: {
					text,
					encodedLength: measured.encodedLength,
					parts: measured.parts,
					maxLength: MAX_MESSAGE_LENGTH,
					unsupportedCharacters: measured.unsupportedCharacters,
					sendable: text.trim() !== '' && !isTooLong(measured),
				},
				pairedItem: { item },
			};
		});
	},
};
