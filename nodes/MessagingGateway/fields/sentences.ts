const MAX_LENGTH = 60;

/** A value for use in a sentence: quoted and not too long. */
export function quoted(value: unknown): string {
	if (value === undefined || value === null || value === '') return 'empty';
	// A time is a text in JSON, with quotes of its own.
	const text =
		typeof value === 'object' ? JSON.stringify(value).replace(/^"|"$/g, '') : String(value);
	return `"${text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text}"`;
}

/** A number of things, as in "1 message" and "2 messages". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
	`${count} ${count === 1 ? one : many}`;

/** Sentences as one text, without those that are absent. */
export const joined = (sentences: Array<string | undefined>): string =>
	sentences.filter((sentence) => sentence !== undefined).join('. ');

export const notAChoice = (label: string, value: unknown): string =>
	`'${label}' is ${quoted(value)}, which is none of its values`;

export const notATime = (label: string, value: unknown): string =>
	`'${label}' is ${quoted(value)}, which cannot be read. Write it as 2026-12-24 10:00:00`;
