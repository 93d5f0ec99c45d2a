import { createHash } from 'node:crypto';
import { languageOf, USUAL_TEXTS, type PageTexts } from './pageTexts';
import { DECISION, TEXT, type AnswerForm } from './answer';

/** A page, in the texts of its workflow. */
export type Page = (texts: PageTexts) => {
	heading: string;
	/** The heading, unless it is another. */
	title?: string;
	/** Lines of HTML. */
	body: string[];
};

/** Writes a page for a telephone: no script, nothing from elsewhere, every text of others escaped. */
export function writePage(page: Page, texts: PageTexts): string {
	const { heading, title = heading, body } = page(texts);
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
<style>${STYLE}</style>
</head>
<body>
<main dir="auto">
${lines.join('\n')}
</main>
</body>
</html>
`;
}

const STYLE = `
:root {
	color-scheme: light dark;
	--page: #f1f3f6; --card: #fff; --text: #1b2027; --line: #737d8c; --quiet: #57606e;
	--button: #0b5cad; --on-button: #fff; --notice: #9a3412;
}
@media (prefers-color-scheme: dark) {
	:root {
		--page: #14171b; --card: #20252c; --text: #eef1f5; --line: #8b96a5; --quiet: #b4bdc9;
		--button: #8cc2ff; --on-button: #0c1d30; --notice: #fdba74;
	}
}
* { box-sizing: border-box; }
body {
	margin: 0; min-height: 100vh; min-height: 100svh; display: flex;
	background: var(--card); color: var(--text);
	font: 1.125rem/1.5 system-ui, sans-serif;
}
main {
	flex: 1; max-width: 32rem; min-width: 0; margin: 0 auto; padding: clamp(12px, 6vw, 24px);
	display: flex; flex-direction: column; justify-content: center; overflow-wrap: break-word;
}
@media (min-width: 34rem) {
	body { background: var(--page); align-items: center; }
	main { background: var(--card); border-radius: 0.75rem; }
}
/* Free room is around the question, and the answer stands where the thumb is. */
form { margin-top: auto; }
h1 { margin: 0 0 0.75rem; font-size: 1.5rem; }
p { margin: 0 0 1.25rem; }
main > p:last-child { margin: 0; }
.sender { margin: 0 0 0.25rem; color: var(--quiet); font-size: 0.9375rem; }
.message { margin-block: auto; padding-bottom: 1.25rem; white-space: pre-wrap; font-size: 1.625rem; line-height: 1.35; }
.answer { margin-block: 0 1.25rem; font-size: 1.1875rem; padding-block: 0; padding-inline-start: 0.75rem; border-inline-start: 3px solid var(--button); }
.notice { color: var(--notice); font-weight: 600; }
label { display: block; margin: 0 0 0.25rem; font-weight: 600; }
textarea, button {
	display: block; width: 100%; min-height: 3.5rem; margin: 0 0 0.75rem; padding: 0.75rem 8px;
	border: 1px solid var(--line); border-radius: 0.5rem; font: inherit;
}
textarea { background: var(--card); color: var(--text); resize: vertical; }
button {
	border-color: var(--button); background: var(--button); color: var(--on-button);
	font-weight: 600; overflow-wrap: break-word; cursor: pointer;
}
button.other { border-color: var(--line); background: transparent; color: var(--text); }
button:last-child { margin: 0; }
:focus-visible { outline: 3px solid var(--line); outline-offset: 2px; }
`;

const STYLE_DIGEST = createHash('sha256').update(STYLE).digest('base64');

/** The headers of a page. It holds somebody's question, and its address the right to answer. */
export const PAGE_HEADERS = {
	'Content-Type': 'text/html; charset=utf-8',
	// No script, no style but this one, no resources, and forms to the same address only.
	'Content-Security-Policy': `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
	'Cache-Control': 'no-store',
	'Referrer-Policy': 'no-referrer',
	'X-Content-Type-Options': 'nosniff',
};

/**
 * The page that asks.
 *
 * @param message '' if it cannot be read any more
 * @param isUnanswered whether the form was sent without an answer
 */
export const questionPage =
	(message: string, form: AnswerForm, isUnanswered = false): Page =>
	(texts) => ({
		heading: texts.responseFormTitle,
		title: isUnanswered ? texts.pageReminder : texts.responseFormTitle,
		body: [
			message === ''
				? paragraph('Please answer the question in the text message.')
				: paragraph(message, ` class="message"${ofUnknownLanguage(texts)}`),
			isUnanswered
				? paragraph(texts.pageReminder, ` id="${NOTICE}" class="notice" role="alert"`)
				: '',
			// Without an action, a form goes to the address of the page, which holds the signature.
			'<form method="post">',
			...fieldsOf(form, texts, isUnanswered),
			'</form>',
		],
	});

/** @param answer the label of the button that was pressed, or the text */
export const thanksPage =
	(answer: string): Page =>
	(texts) => ({
		heading: texts.pageThanks,
		body: [
			paragraph(answer, ` class="message answer"${ofUnknownLanguage(texts)}`),
			usually(texts, 'pageThanks', 'Your answer was received. You can close this page.'),
		],
	});

/** @param answeredAt the time of the answer as a person reads it; '' if it is not known */
export const closedPage =
	(answeredAt: string): Page =>
	(texts) => {
		const sentence =
			answeredAt === ''
				? 'This question cannot be answered any more.'
				: `This question was answered at ${answeredAt}. The first answer counts.`;
		const body = [usually(texts, 'pageClosed', sentence) || paragraph(answeredAt)];
		return { heading: texts.pageClosed, body };
	};

export const NOT_TAKEN: Page = () => ({
	heading: 'Not taken',
	body: [
		'<p>Your answer was not taken. Somebody may have answered at the same moment: open the link again to see.</p>',
	],
});

export const UNREADABLE: Page = () => ({
	heading: 'Not available',
	body: ['<p>This page cannot be shown. Please try again later.</p>'],
});

const NOTICE = 'notice';

function fieldsOf(form: AnswerForm, texts: PageTexts, isUnanswered: boolean): string[] {
	if (form.type === 'freeText') {
		const invalid = isUnanswered
			? ` aria-invalid="true" aria-describedby="${NOTICE}" autofocus`
			: '';
		return [
			`<label for="${TEXT}">${escapeHtml(texts.responseFormDescription)}</label>`,
			`<textarea id="${TEXT}" name="${TEXT}" rows="6" dir="auto" required${invalid}></textarea>`,
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

const paragraph = (text: string, attributes = ''): string =>
	text === '' ? '' : `<p dir="auto"${attributes}>${escapeHtml(text)}</p>`;

/** A sentence in English, left out if the workflow has replaced the text above it. */
const usually = (texts: PageTexts, name: keyof PageTexts, sentence: string): string =>
	texts[name] === USUAL_TEXTS[name] ? paragraph(sentence) : '';

/** The attribute of a text whose language is not known, unless the workflow names one. */
const ofUnknownLanguage = ({ pageLanguage }: PageTexts): string =>
	pageLanguage === '' ? ' lang=""' : '';

const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
