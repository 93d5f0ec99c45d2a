import type { IDataObject } from 'n8n-workflow';

/** A field whose expression fails. */
export const failing = (message = 'The expression failed'): never =>
	(() => {
		throw new Error(message);
	}) as never;

/** The value of a field as n8n gives it: one of a collection by its path, a function as an expression. */
export function valueOf(parameters: IDataObject, path: string, fallback: unknown): unknown {
	const value = path
		.split('.')
		.reduce<unknown>((outer, key) => (outer as IDataObject | undefined)?.[key], parameters);
	if (typeof value === 'function') return (value as () => unknown)();
	return value === undefined ? fallback : value;
}
