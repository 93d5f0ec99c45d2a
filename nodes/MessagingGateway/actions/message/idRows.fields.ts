import type { INodeProperties } from 'n8n-workflow';
import { fieldHint } from '../../n8n/builderHint';
import { interfaceOption } from '../../n8n/interface.fields';
import { optionsField } from '../../n8n/usualFields';
import { referenceOption, showOnlyFor } from '../shared.fields';

/** The fields of an operation on message IDs. */
export const messageIdFields = (operation: string): INodeProperties[] => [
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 4711, 4712',
		description:
			'One message ID or several, separated by commas, semicolons, spaces or new lines, as Send gave them',
		builderHint: fieldHint(
			'The field messageId of the items of Send, with expr(); not the number of a recipient. Items that were not accepted have none: filter by accepted first.',
		),
		displayOptions: showOnlyFor('message', operation),
	},
	optionsField([interfaceOption, referenceOption], showOnlyFor('message', operation)),
];
