import type { INodeProperties } from 'n8n-workflow';

export const textField: INodeProperties = {
	displayName: 'Text',
	name: 'text',
	type: 'string',
	typeOptions: { rows: 4 },
	default: '',
	required: true,
	placeholder: 'e.g. Dear Thandi, your order is ready',
	description:
		'The text of the SMS: plain text of at most 918 characters, of which 160 fit into one message; the characters ^ { } [ ] ~ \\ | € count twice',
};
