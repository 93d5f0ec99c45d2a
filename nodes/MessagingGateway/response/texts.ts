import type { ReadParameter } from './responseForm';

/** The texts of a page, by the options that replace them. The first three have the names of n8n's nodes. */
export const USUAL_TEXTS = {
	responseFormTitle: 'Your answer is needed',
	responseFormDescription: 'Your answer',
	responseFormButtonLabel: 'Send',
	/** After a form without an answer. */
	pageReminder: 'Your answer is missing',
	pageThanks: 'Thank you',
	/** For whoever comes too late. */
	pageClosed: 'No longer open',
	/** Above the title; '' for none. */
	pageSender: '',
	/** A language tag as in HTML; '' if nobody told it. */
	pageLanguage: '',
};

export type PageTexts = typeof USUAL_TEXTS;

/** Reads the texts of a page. One that cannot be read is as usual, since the question can be answered. */
export function readTexts(read: ReadParameter): PageTexts {
	const texts = Object.entries(USUAL_TEXTS).map(([name, usual]) => {
		const text = readText(read, `options.${name}`);
		return [name, text === '' ? usual : text];
	});
	return Object.fromEntries(texts) as PageTexts;
}

function readText(read: ReadParameter, name: string): string {
	try {
		const text = read(name, '');
		return typeof text === 'string' ? text.trim() : '';
	} catch {
		return '';
	}
}

/** The language of a page: as told, English if no sentence was replaced, else ''. */
export function languageOf(texts: PageTexts): string {
	const names = Object.keys(USUAL_TEXTS) as Array<keyof PageTexts>;
	const isEnglish = names.every(
		(name) => name === 'pageSender' || texts[name] === USUAL_TEXTS[name],
	);
	return texts.pageLanguage || (isEnglish ? 'en' : '');
}
