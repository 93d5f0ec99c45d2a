import type { INodeProperties } from 'n8n-workflow';
import type { ReadParameter } from './answer';

const FOR_FREE_TEXT = { show: { '/responseType': ['freeText'] } };

/** The texts of the page, in the order in which they are seen. Names with `responseForm` are n8n's own. */
const OPTIONS = {
	pageSender: {
		displayName: 'Page Sender',
		default: '',
		placeholder: 'e.g. From: Example Ltd',
		description: 'Who asks, shown above the question. Nothing is shown if this is empty.',
	},
	responseFormTitle: {
		displayName: 'Page Title',
		default: 'Your answer is needed',
		description: 'The title above the question',
	},
	responseFormDescription: {
		displayName: 'Page Field Label',
		default: 'Your answer',
		description: 'The label of the field for the answer',
		displayOptions: FOR_FREE_TEXT,
	},
	responseFormButtonLabel: {
		displayName: 'Page Button Label',
		default: 'Send',
		description: 'The label of the button below the field',
		displayOptions: FOR_FREE_TEXT,
	},
	pageReminder: {
		displayName: 'Page Reminder',
		default: 'Your answer is missing',
		description: 'The sentence shown after the page was sent without an answer',
	},
	pageThanks: {
		displayName: 'Page Thanks',
		default: 'Thank you',
		description: 'The title after the answer',
	},
	pageClosed: {
		displayName: 'Page Closed Title',
		default: 'No longer open',
		description: 'The title for somebody who comes too late',
	},
	pageLanguage: {
		displayName: 'Page Language',
		default: '',
		placeholder: 'e.g. af',
		description:
			'The code of the language of your texts, so that screen readers pronounce them. The usual texts are English.',
	},
};

export type PageTexts = Record<keyof typeof OPTIONS, string>;

/** The options as n8n has them. With all of them set, question and answer have no English around them. */
export const pageTextOptions = Object.entries(OPTIONS).map(([name, option]): INodeProperties => ({
	...option,
	name,
	type: 'string',
}));

const NAMES = Object.keys(OPTIONS) as Array<keyof PageTexts>;

/** The texts of a page for which no option is set. */
export const USUAL_TEXTS = textsOf((name) => OPTIONS[name].default);

/** Reads the texts of a page. One that is empty or cannot be read is as usual. */
export const readTexts = (read: ReadParameter): PageTexts =>
	textsOf((name) => textOption(read, `options.${name}`) || USUAL_TEXTS[name]);

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
