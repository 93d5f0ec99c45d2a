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
		description: 'What the button below the field says',
		displayOptions: FOR_FREE_TEXT,
	},
	pageClosed: {
		displayName: 'Page Closed Title',
		description: 'What the page says to somebody who comes too late',
	},
	responseFormDescription: {
		displayName: 'Page Field Label',
		description: 'What stands above the field for the answer',
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
		description: 'What the page says after somebody has sent it without an answer',
	},
	pageSender: {
		displayName: 'Page Sender',
		placeholder: 'e.g. From: Example Ltd',
		description: 'Who asks, shown above the question. Nothing is shown if this is empty.',
	},
	pageThanks: {
		displayName: 'Page Thanks',
		description: 'What the page says above the answer that was given',
	},
	responseFormTitle: {
		displayName: 'Page Title',
		description: 'What the page says above the question',
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
	description: 'What stands before the link in the message',
};
