/** A text field that may be left empty. */
export const textOrNull = (value: unknown): string | null =>
	value === undefined || value === null || value === '' ? null : String(value);
