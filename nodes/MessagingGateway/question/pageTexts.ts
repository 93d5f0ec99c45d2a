import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { textOrNull } from '../fields/text';
import type { ReadParameter } from './answer';

/** Before the link in the review of a tool: a text that a model wrote may hold a link of its own. */
const REVIEW_LABEL = 'Approve or decline:';

const FOR_FREE_TEXT = { show: { '/responseType': ['freeText'] } };

/** The texts of the page, in the order in which they are seen. Names with `responseForm` are n8n's own. */
const TEXTS = {
	pageSender: {
		displayName: 'Sender',
		default: '',
		placeholder: 'e.g. From: Example Ltd',
		description: 'Who asks, shown above the question. Nothing is shown if this is empty.',
	},
	responseFormTitle: {
		displayName: 'Title',
		default: 'Your answer is needed',
		description: 'The title above the question',
	},
	responseFormDescription: {
		displayName: 'Field Label',
		default: 'Your answer',
		description: 'The label of the field for the answer',
		displayOptions: FOR_FREE_TEXT,
	},
	responseFormButtonLabel: {
		displayName: 'Button Label',
		default: 'Send',
		description: 'The label of the button below the field',
		displayOptions: FOR_FREE_TEXT,
	},
	pageReminder: {
		displayName: 'Reminder',
		default: 'Your answer is missing',
		description: 'The sentence shown after the page was sent without an answer',
	},
	pageThanks: {
		displayName: 'Thanks',
		default: 'Thank you',
		description: 'The title after the answer',
	},
	pageClosed: {
		displayName: 'Closed Title',
		default: 'No longer open',
		description: 'The title for somebody who comes too late',
	},
	pageLanguage: {
		displayName: 'Language',
		default: '',
		placeholder: 'e.g. af',
		description:
			'The code of the language of your texts, so that screen readers pronounce them. The usual texts are English.',
	},
};

export type PageTexts = Record<keyof typeof TEXTS, string>;

/** The words before the link, by n8n's own name. */
const linkLabelField: INodeProperties = {
	displayName: 'Link Label',
	name: 'messageButtonLabel',
	type: 'string',
	default: '',
	placeholder: 'e.g. Answer here:',
	description: `Words before the link in the message. In the review of a tool they are "${REVIEW_LABEL}" if this is empty.`,
};

/** With all of them set, question and answer have no English around them. */
export const textsOption: INodeProperties = {
	displayName: 'Texts',
	name: 'texts',
	type: 'fixedCollection',
	default: { values: {} },
	description: 'The words before the link, and those of the page behind it',
	options: [
		{
			displayName: 'Values',
			name: 'values',
			values: [
				linkLabelField,
				...Object.entries(TEXTS).map(([name, text]): INodeProperties => ({
					...text,
					name,
					type: 'string',
				})),
			],
		},
	],
};

const NAMES = Object.keys(TEXTS) as Array<keyof PageTexts>;

/** The texts of a page for which no option is set. */
export const USUAL_TEXTS = textsOf((name) => TEXTS[name].default);

/** Reads the words before the link. */
export const readLinkLabel = ({ texts }: IDataObject, isReview: boolean): string => {
	const { values = {} } = (texts ?? {}) as { values?: IDataObject };
	return textOrNull(values.messageButtonLabel)?.trim() ?? (isReview ? REVIEW_LABEL : '');
};

/** Reads the texts of a page. One that is empty or cannot be read is as usual. */
export const readTexts = (read: ReadParameter): PageTexts =>
	textsOf((name) => textOption(read, `options.texts.values.${name}`) || USUAL_TEXTS[name]);

function textsOf(textOf: (name: keyof PageTexts) => string): PageTexts {
	return Object.fromEntries(NAMES.map((name) => [name, textOf(name)])) as PageTexts;
}

/** Reads a text; '' if it depends on data that n8n does not have any more. */
export function textOption(read: ReadParameter, name: string): string {
	try {
		const text = read(name, '');
		return typeof text === 'string' ? text.trim() : '';
	} catch {
		return '';
	}
}

/** The language of a page: as told, English if no sentence was replaced, else ''. */
export function languageOf(texts: PageTexts): string {
	const isEnglish = NAMES.every(
		(name) => name === 'pageSender' || texts[name] === USUAL_TEXTS[name],
	);
	return texts.pageLanguage || (isEnglish ? 'en' : '');
}
