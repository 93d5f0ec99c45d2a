import type { INodeProperties } from 'n8n-workflow';

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
