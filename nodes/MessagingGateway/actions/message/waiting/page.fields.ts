import type { INodeProperties } from 'n8n-workflow';
import { USUAL_TEXTS, type PageTexts } from '../../../response/texts';

type Field = Pick<
	INodeProperties,
	'displayName' | 'placeholder' | 'description' | 'displayOptions'
>;

const FOR_FREE_TEXT = { show: { '/responseType': ['freeText'] } };

const FIELDS: Record<keyof PageTexts, Field> = {
	responseFormButtonLabel: {
		displayName: 'Page Button Label',
		description: 'The label of the button below the field',
		displayOptions: FOR_FREE_TEXT,
	},
	pageClosed: {
		displayName: 'Page Closed Title',
		description: 'The title that somebody sees who comes too late',
	},
	responseFormDescription: {
		displayName: 'Page Field Label',
		description: 'The label of the field for the answer',
		displayOptions: FOR_FREE_TEXT,
	},
	pageLanguage: {
		displayName: 'Page Language',
		placeholder: 'e.g. af',
		description:
			'The language of your texts, as a code, so that screen readers pronounce them. A page without texts of yours is in English.',
	},
	pageReminder: {
		displayName: 'Page Reminder',
		description: 'The sentence shown after the page was sent without an answer',
	},
	pageSender: {
		displayName: 'Page Sender',
		placeholder: 'e.g. From: Example Ltd',
		description: 'Who asks, shown above the question. Nothing is shown if this is empty.',
	},
	pageThanks: {
		displayName: 'Page Thanks',
		description: 'The title after the answer',
	},
	responseFormTitle: {
		displayName: 'Page Title',
		description: 'The title above the question',
	},
};

/** The texts of the page, so that a question in another language has no English on it. */
export const pageTextOptions: INodeProperties[] = Object.entries(FIELDS).map(([name, field]) => ({
	name,
	type: 'string',
	default: USUAL_TEXTS[name as keyof PageTexts],
	...field,
}));

/** The label of the link in the message, by its name in n8n's own nodes. */
export const linkLabelOption: INodeProperties = {
	displayName: 'Link Label',
	name: 'messageButtonLabel',
	type: 'string',
	default: '',
	placeholder: 'e.g. Answer here:',
	description: 'Words before the link in the message',
};
