/** The style of a page: for small telephones first, light and dark. */
export const STYLE = `
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
	margin: 0; padding: clamp(8px, 4vw, 16px);
	background: var(--page); color: var(--text);
	font: 1.0625rem/1.5 system-ui, sans-serif;
}
main {
	max-width: 32rem; margin: 0 auto; padding: clamp(12px, 5vw, 20px);
	background: var(--card); border-radius: 0.75rem;
	overflow-wrap: break-word;
}
h1 { margin: 0 0 0.5rem; font-size: 1.375rem; }
p { margin: 0 0 1.25rem; }
main > p:last-child { margin: 0; }
.sender { margin: 0 0 0.25rem; color: var(--quiet); font-size: 0.9375rem; }
.message { white-space: pre-wrap; font-size: 1.1875rem; }
.answer { padding-inline-start: 0.75rem; border-inline-start: 3px solid var(--button); }
.notice { color: var(--notice); font-weight: 600; }
label { display: block; margin: 0 0 0.25rem; font-weight: 600; }
textarea, button {
	display: block; width: 100%; min-height: 3rem; margin: 0 0 0.75rem; padding: 0.625rem 8px;
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
