/**
 * Makes an element. Properties with a dash are attributes; children are elements or texts, which
 * are never read as HTML because others wrote most of them.
 */
export function element(name, properties = {}, ...children) {
	const made = document.createElement(name);
	for (const [key, value] of Object.entries(properties)) {
		if (key.includes('-')) made.setAttribute(key, value);
		else made[key] = value;
	}
	made.append(...children);
	return made;
}

/** The element with that id. */
export const byId = (id) => document.getElementById(id);

/** Sets a text only if it differs, to avoid a needless layout. */
export function setText(target, text) {
	if (target.textContent !== text) target.textContent = text;
}

/** Makes these the children, in this order. Those that stay are not moved, and so keep the focus. */
export function setChildren(parent, wanted) {
	const staying = new Set(wanted);
	for (const child of [...parent.children]) if (!staying.has(child)) child.remove();
	wanted.forEach((child, index) => {
		if (parent.children[index] !== child)
			parent.insertBefore(child, parent.children[index] ?? null);
	});
}

/** Fills a select with options, `[value, label]` each, and keeps the choice if it can. */
export function setOptions(select, options) {
	const present = [...select.options].map(({ value, text }) => [value, text]);
	if (JSON.stringify(present) === JSON.stringify(options)) return;
	const chosen = select.value;
	select.replaceChildren(
		...options.map(([value, textContent]) => element('option', { value, textContent })),
	);
	if (options.some(([value]) => value === chosen)) select.value = chosen;
}
