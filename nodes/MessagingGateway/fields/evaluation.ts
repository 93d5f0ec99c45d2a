import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { fill, templateIn, type Template } from './template';

/** Reads a field for one input item, given by its index. Throws n8n's error if its expression fails. */
export type Field<Value = unknown> = (item: number) => Value;

/**
 * Prepares a field for being read at all items. n8n evaluates an expression in about half a millisecond
 * for each item and does nothing else meanwhile. So a field without an expression is read once, and one
 * that only inserts values of the item is filled here, with the same result. Never throws.
 */
export function fieldOf(context: IExecuteFunctions, name: string, fallback?: unknown): Field {
	const evaluate: Field = (item) => context.getNodeParameter(name, item, fallback);
	const typed = typedIn(context, name, fallback);
	if (typed === undefined) return evaluate;
	if (!holdsExpression(typed)) return once(evaluate);
	const template = typeof typed === 'string' ? templateIn(typed) : undefined;
	return template ? filled(context, template, evaluate) : evaluate;
}

/** Prepares a collection field by field. */
export function collectionOf(context: IExecuteFunctions, name: string): Field<IDataObject> {
	const whole = fieldOf(context, name, {}) as Field<IDataObject>;
	const typed = typedIn(context, name, {});
	if (!isCollection(typed) || !holdsExpression(typed)) return whole;
	const fields = Object.keys(typed).map(
		(key) => [key, fieldOf(context, `${name}.${key}`)] as const,
	);
	return (item) =>
		Object.fromEntries(fields.map(([key, field]) => [key, field(item)])) as IDataObject;
}

/** The field as typed; undefined if n8n must read it at each item. */
function typedIn(context: IExecuteFunctions, name: string, fallback: unknown): unknown {
	if (context.getInputData().length === 1) return undefined;
	try {
		return context.getNodeParameter(name, 0, fallback, { rawExpressions: true });
	} catch {
		return undefined;
	}
}

/** Whether n8n finds the field of each key by its name. */
const isCollection = (typed: unknown): typed is IDataObject =>
	typeof typed === 'object' &&
	typed !== null &&
	!Array.isArray(typed) &&
	Object.keys(typed).every((key) => /^\w+$/.test(key));

function holdsExpression(typed: unknown): boolean {
	if (typeof typed === 'string') return typed.startsWith('=');
	return typeof typed === 'object' && typed !== null && Object.values(typed).some(holdsExpression);
}

function once(evaluate: Field): Field {
	let known: { value: unknown } | undefined;
	return (item) => (known ??= { value: evaluate(item) }).value;
}

/** Fills a template, once n8n has filled it in the same way. */
function filled(context: IExecuteFunctions, template: Template, evaluate: Field): Field {
	const items = context.getInputData();
	let isProven: boolean | undefined;
	return (item) => {
		const value = isProven === false ? undefined : fill(template, items[item]?.json ?? {});
		if (value === undefined) return evaluate(item);
		if (isProven) return value;
		isProven = false;
		const expected = evaluate(item);
		isProven = Object.is(value, expected);
		return expected;
	};
}
