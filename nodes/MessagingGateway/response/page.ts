import { DECISION, TEXT, type ResponseForm } from './responseForm';
import { STYLE } from './style';
import { languageOf, USUAL_TEXTS, type PageTexts } from './texts';

/** What a page shows. */
export type PageContent =
	| {
			type: 'question';
			/** null if it cannot be read any more. */
			message: string | null;
			form: ResponseForm;
			/** Whether the form was sent without an answer. */
			isUnanswered?: boolean;
	  }
	| {
			type: 'answered';
			/** The label of the button that was pressed, or the text. */
			answer: string;
	  }
	| {
			type: 'closed';
			/** The time of the answer as a person reads it; null if it is not known. */
			answeredAt: string | null;
	  }
	| { type: 'notTaken' }
	| { type: 'unreadable' };

/**
 * Writes a page for a telephone: no script, nothing from elsewhere, every text of others escaped.
 *
 * @param nonce allows the style of the page, see `pageHeaders`
 */
export function writePage(content: PageContent, texts: PageTexts, nonce: string): string {
	const { heading, title = heading, body } = partsOf(content, texts);
	const language = languageOf(texts);
	const sender = paragraph(texts.pageSender, ` class="sender"${ofUnknownLanguage(texts)}`);
	const lines = [sender, `<h1>${escapeHtml(heading)}</h1>`, ...body].filter((line) => line !== '');
	return `<!doctype html>
<html${language === '' ? '' : ` lang="${escapeHtml(language)}"`}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${escapeHtml(title)}</title>
<style nonce="${escapeHtml(nonce)}">${STYLE}</style>
</head>
<body>
<main dir="auto">
${lines.join('\n')}
</main>
</body>
</html>
`;
}

/** The headers of a page. It holds somebody's question, and its address the right to answer. */
export const pageHeaders = (nonce: string): Record<string, string> => ({
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': contentSecurityPolicy(nonce),
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
});

/** No script, no resources, and forms to the same address only. */
const contentSecurityPolicy = (nonce: string): string =>
	[
		"default-src 'none'",
		`style-src 'nonce-${nonce}'`,
		'img-src data:',
		"form-action 'self'",
		"frame-ancestors 'none'",
		"base-uri 'none'",
	].join('; ');

interface Parts {
	heading: string;
	/** The heading, unless it is another. */
	title?: string;
	/** Lines of HTML. */
	body: string[];
}

function partsOf(content: PageContent, texts: PageTexts): Parts {
	if (content.type === 'question') return questionParts(content, texts);
	if (content.type === 'answered') {
		return {
			heading: texts.pageThanks,
			body: [
				paragraph(content.answer, ` class="message answer"${ofUnknownLanguage(texts)}`),
				usually(texts, 'pageThanks', 'Your answer was received. You can close this page.'),
			],
		};
	}
	if (content.type === 'closed') return closedParts(content.answeredAt, texts);
	return FAILURES[content.type];
}

const FAILURES: Record<'notTaken' | 'unreadable', Parts> = {
	notTaken: {
		heading: 'Not taken',
		body: [
			'<p>Your answer was not taken. Somebody may have answered at the same moment: open the link again to see.</p>',
		],
	},
	unreadable: {
		heading: 'Not available',
		body: ['<p>This page cannot be shown. Please try again later.</p>'],
	},
};

function closedParts(answeredAt: string | null, texts: PageTexts): Parts {
	const heading = texts.pageClosed;
	if (answeredAt === null) {
		const sentence = 'This question cannot be answered any more.';
		return { heading, body: [usually(texts, 'pageClosed', sentence)] };
	}
	const sentence = `This question was answered at ${answeredAt}. The first answer counts.`;
	return { heading, body: [usually(texts, 'pageClosed', sentence) || paragraph(answeredAt)] };
}

function questionParts(
	{ message, form, isUnanswered = false }: PageContent & { type: 'question' },
	texts: PageTexts,
): Parts {
	const heading = texts.responseFormTitle;
	const notice = paragraph(texts.pageReminder, ` id="${NOTICE}" class="notice" role="alert"`);
	return {
		heading,
		title: isUnanswered ? texts.pageReminder : heading,
		body: [
			message === null
				? '<p>Please answer the question in the text message.</p>'
				: paragraph(message, ` class="message"${ofUnknownLanguage(texts)}`),
			isUnanswered ? notice : '',
			// Without an action, a form goes to the address of the page, which holds the signature.
			'<form method="post">',
			...fieldsOf(form, texts, isUnanswered),
			'</form>',
		],
	};
}

/** The ID of the sentence that an answer is missing. */
const NOTICE = 'notice';

function fieldsOf(form: ResponseForm, texts: PageTexts, isUnanswered: boolean): string[] {
	if (form.type === 'freeText') {
		const invalid = isUnanswered
			? ` aria-invalid="true" aria-describedby="${NOTICE}" autofocus`
			: '';
		return [
			`<label for="${TEXT}">${escapeHtml(texts.responseFormDescription)}</label>`,
			`<textarea id="${TEXT}" name="${TEXT}" rows="5" dir="auto" required${invalid}></textarea>`,
			`<button>${escapeHtml(texts.responseFormButtonLabel)}</button>`,
		];
	}
	const { approveLabel, disapproveLabel } = form;
	const button = (value: string, label: string, attributes = ''): string =>
		`<button name="${DECISION.name}" value="${value}" dir="auto"${ofUnknownLanguage(texts)}${attributes}>${escapeHtml(label)}</button>`;
	return [
		button(DECISION.approve, approveLabel),
		disapproveLabel === null ? '' : button(DECISION.disapprove, disapproveLabel, ' class="other"'),
	];
}

/** A paragraph, or '' without a text. */
const paragraph = (text: string, attributes = ''): string =>
	text === '' ? '' : `<p dir="auto"${attributes}>${escapeHtml(text)}</p>`;

/** A sentence in English, left out if the workflow has replaced the text above it. */
const usually = (texts: PageTexts, name: keyof PageTexts, sentence: string): string =>
	texts[name] === USUAL_TEXTS[name] ? paragraph(sentence) : '';

/** The attribute of a text whose language is not known, unless the workflow names one. */
const ofUnknownLanguage = ({ pageLanguage }: PageTexts): string =>
	pageLanguage === '' ? ' lang=""' : '';

const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
