import type { IExecuteFunctions } from 'n8n-workflow';
import { fieldOf, type Field } from '../../n8n/fields';

/** Prepares the text of all items; '' for an object, as "[object Object]" must never be sent. */
export function textFieldOf(context: IExecuteFunctions): Field<string> {
	const textOf = fieldOf(context, 'text', '');
	return (item) => {
		const text = textOf(item);
		return text === null || text === undefined || typeof text === 'object' ? '' : String(text);
	};
}
