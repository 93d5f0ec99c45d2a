import type { INodeProperties } from 'n8n-workflow';
import { MAX_MESSAGE_LENGTH } from '../../gateway/specification/limits';
import { interfaceOption, notice, optionsField } from '../../fields/shared.fields';
import { pageTextOptions } from '../../response/pageTexts';
import { responseFormFields } from '../../response/responseForm';
import { defaultCountryField, numbersField } from '../../fields/numbers';
import { maxPartsOption, unsupportedCharactersOption } from './text';
import { limitWaitTimeOption } from './waitLimit';

const linkLabelOption: INodeProperties = {
	displayName: 'Link Label',
	name: 'messageButtonLabel',
	type: 'string',
	default: '',
	placeholder: 'e.g. Answer here:',
	description: 'Words before the link in the message',
};

/** The names are n8n's own: by them it makes a human review of the node for the tools of an agent. */
export const sendAndWaitFields: INodeProperties[] = [
	numbersField,
	defaultCountryField,
	{
		displayName: 'Message',
		name: 'message',
		type: 'string',
		typeOptions: { rows: 4 },
		default: '',
		required: true,
		placeholder: 'e.g. Can you take the delivery at 14:00?',
		description: `The question; each number gets it, and the first answer counts. A line with the link for the answer follows it in the SMS: together at most ${MAX_MESSAGE_LENGTH} characters.`,
	},
	notice(
		'linkNotice',
		'The link makes most questions two messages, and telephones can open it only if n8n has a public address (N8N_WEBHOOK_URL).',
	),
	...responseFormFields,
	optionsField([
		limitWaitTimeOption,
		linkLabelOption,
		...pageTextOptions,
		unsupportedCharactersOption,
		maxPartsOption,
		interfaceOption,
	]),
];
