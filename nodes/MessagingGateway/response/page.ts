import { DECISION, TEXT, type ResponseForm } from './responseForm';

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
	| { type: 'answered' }
	| { type: 'unreadable' };

/**
 * Writes a page for a telephone: no script, nothing from elsewhere, every text of others escaped.
 *
 * @param nonce allows the style of the page, see `pageHeaders`
 */
export const writePage = (content: PageContent, nonce: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="data:,">
<title>${TITLES[content.type]}</title>
<style nonce="${escapeHtml(nonce)}">${STYLE}</style>
</head>
<body>
<main>
${mainOf(content)}
</main>
</body>
</html>
`;

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

const TITLES: Record<PageContent['type'], string> = {
	question: 'Your answer is needed',
	answered: 'Thank you',
	unreadable: 'Not available',
};

function mainOf(content: PageContent): string {
	if (content.type === 'answered') {
		return '<h1>Thank you</h1>\n<p>Your answer was received. You can close this page.</p>';
	}
	if (content.type === 'unreadable') {
		return '<h1>Not available</h1>\n<p>This page cannot be shown. Please try again later.</p>';
	}
	const { message, form, isUnanswered } = content;
	return [
		message === null
			? '<p>Please answer the question in the text message.</p>'
			: `<p class="message" lang="" dir="auto">${escapeHtml(message)}</p>`,
		...(isUnanswered ? [`<p class="notice" role="alert">${REMINDERS[form.type]}</p>`] : []),
		// Without an action, a form goes to the address of the page, which holds the signature.
		'<form method="post">',
		...fieldsOf(form),
		'</form>',
	].join('\n');
}

const REMINDERS: Record<ResponseForm['type'], string> = {
	approval: 'Nothing was chosen yet.',
	freeText: 'Nothing was written yet.',
};

function fieldsOf(form: ResponseForm): string[] {
	if (form.type === 'freeText') {
		return [
			`<label for="${TEXT}">Your answer</label>`,
			`<textarea id="${TEXT}" name="${TEXT}" rows="5" dir="auto" required></textarea>`,
			'<button>Send</button>',
		];
	}
	const { approveLabel, disapproveLabel } = form;
	return [
		decisionButton(DECISION.approve, approveLabel),
		...(disapproveLabel === null
			? []
			: [decisionButton(DECISION.disapprove, disapproveLabel, ' class="other"')]),
	];
}

const decisionButton = (value: string, label: string, attributes = ''): string =>
	`<button name="${DECISION.name}" value="${value}" lang="" dir="auto"${attributes}>${escapeHtml(label)}</button>`;

const ESCAPES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

const escapeHtml = (text: string): string =>
	text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);

const STYLE = `
:root {
	color-scheme: light dark;
	--page: #f1f3f6; --card: #fff; --text: #1b2027; --line: #737d8c;
	--button: #0b5cad; --on-button: #fff; --notice: #9a3412;
}
@media (prefers-color-scheme: dark) {
	:root {
		--page: #14171b; --card: #20252c; --text: #eef1f5; --line: #8b96a5;
		--button: #8cc2ff; --on-button: #0c1d30; --notice: #fdba74;
	}
}
* { box-sizing: border-box; }
body {
	margin: 0; padding: 1rem;
	background: var(--page); color: var(--text);
	font: 1.0625rem/1.5 system-ui, sans-serif;
}
main {
	max-width: 32rem; margin: 0 auto; padding: 1.25rem;
	background: var(--card); border-radius: 0.75rem;
	overflow-wrap: anywhere;
}
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; }
p { margin: 0 0 1.25rem; }
main > p:last-child { margin: 0; }
.message { white-space: pre-wrap; font-size: 1.1875rem; }
.notice { color: var(--notice); font-weight: 600; }
label { display: block; margin: 0 0 0.25rem; font-weight: 600; }
textarea, button {
	display: block; width: 100%; min-height: 3rem; margin: 0 0 0.75rem; padding: 0.625rem 1rem;
	border: 1px solid var(--line); border-radius: 0.5rem; font: inherit;
}
textarea { background: var(--card); color: var(--text); resize: vertical; }
button {
	border-color: var(--button); background: var(--button); color: var(--on-button);
	font-weight: 600; overflow-wrap: anywhere; cursor: pointer;
}
button.other { border-color: var(--line); background: transparent; color: var(--text); }
button:last-child { margin: 0; }
:focus-visible { outline: 3px solid var(--line); outline-offset: 2px; }
`;
