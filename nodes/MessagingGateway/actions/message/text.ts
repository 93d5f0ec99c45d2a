import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

export const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Dear Thandi, your order is ready',
	description: 'At most 918 characters; the characters ^ { } [ ] ~ \\ | € count twice',
};

/** The text of an item. An object is no text: "[object Object]" must never reach a telephone. */
export function readText(context: IExecuteFunctions, item: number): string {
	const text = context.getNodeParameter('text', item, '') as unknown;
	return text === null || text === undefined || typeof text === 'object' ? '' : String(text);
}
