import type { IDataObject } from 'n8n-workflow';

/** An expression such as `=Dear {{ $json.name }}`, in parts: a text, or the path of a value in the item. */
export type Template = Array<string | string[]>;

/** `{{ $json.name }}`, `{{ $json["first name"] }}`, and paths of those. */
const VALUE =
	/\{\{ *\$json((?:\.[A-Za-z_$][\w$]*|\[(?:"[^"'\\\r\n{}]*"|'[^"'\\\r\n{}]*')\])+) *\}\}/;
const NAMES = /\.([^.[]+)|\[(["'])(.*?)\2\]/gs;

/** Braces and backslashes have a meaning of their own in n8n's expressions. */
const PLAIN_TEXT = /^[^{}\\]*$/;

/** Reads a field as typed. Returns undefined if it is anything other than text and values of the item. */
export function templateIn(typed: string): Template | undefined {
	// The regular expression captures the path, so texts and paths alternate.
	const pieces = typed.slice(1).split(VALUE);
	const isSimple = pieces.every((piece, index) => index % 2 === 1 || PLAIN_TEXT.test(piece));
	if (!isSimple || pieces.length === 1) return undefined;
	return pieces.map((piece, index) => (index % 2 === 1 ? namesIn(piece) : piece));
}

const namesIn = (path: string): string[] =>
	Array.from(path.matchAll(NAMES), ([, plain, , quoted]) => plain ?? quoted ?? '');

/**
 * Fills a template from an item as n8n would. Returns undefined if a value is anything other than the
 * item's own text, finite number or boolean.
 */
export function fill(template: Template, json: IDataObject): unknown {
	const [before, path, after] = template;
	// An expression alone keeps the type of its value.
	if (template.length === 3 && before === '' && after === '')
		return valueAt(json, path as string[]);
	let filled = '';
	for (const part of template) {
		const value = typeof part === 'string' ? part : valueAt(json, part);
		if (value === undefined) return undefined;
		filled += String(value);
	}
	return filled;
}

function valueAt(json: IDataObject, path: string[]): string | number | boolean | undefined {
	let value: unknown = json;
	for (const name of path) {
		if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
		if (!Object.hasOwn(value, name)) return undefined;
		value = (value as IDataObject)[name];
	}
	const isPlain = typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
	return isPlain ? (value as string | number | boolean) : undefined;
}
