/** A text field that may be left empty. */
export const textOrNull = (value: unknown): string | null =>
	value === undefined || value === null || value === '' ? null : String(value);

/** A positive whole number, as a number or in digits; undefined for anything else. */
export function wholeNumber(value: unknown): number | undefined {
	const number =
		typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;
	return typeof number === 'number' && Number.isSafeInteger(number) && number > 0
		? number
		: undefined;
}

const MAX_LENGTH = 60;

/** A value as a sentence can name it: quoted and not too long. */
export function inWords(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	const text = typeof value === 'object' ? JSON.stringify(value) : String(value);
	return `"${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}"`;
}

/** The sentence for an option that has none of its values. */
export const notAChoice = (label: string, value: unknown): string =>
	`'${label}' is ${inWords(value)}, which is none of its values`;
