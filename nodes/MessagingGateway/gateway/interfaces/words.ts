import type { DeleteResult } from '../specification/codes';
import type { RawDeletion, RawStatus } from './interface';

/** Makes a reader of words in any case; it returns undefined for a word that is not among them. */
export function readerOf<Result extends string>(
	words: Record<string, Result>,
): (word: string) => Result | undefined {
	const known = new Map(
		Object.entries(words).map(([word, result]) => [word.toUpperCase(), result]),
	);
	return (word) => known.get(word.toUpperCase());
}

/** An ID as the gateway would write it, without leading zeros. */
export const plainId = (messageId: string): string => messageId.trim().replace(/^0+(?=\d)/, '');

/** Reads the parts of a status, which are the same over each interface. */
export const rawStatus = (
	messageId: string,
	status: string,
	dateTime: string,
	code: string,
): RawStatus => ({
	messageId: plainId(messageId),
	status: status.toUpperCase(),
	dateTime,
	code: /^-?\d+$/.test(code) ? Number(code) : null,
});

/** Reads the gateway's word for one scheduled message, which is the same over each interface. */
export const rawDeletion = (messageId: string, written: string): RawDeletion => ({
	messageId: plainId(messageId),
	result: deleteResultOf(written),
	written,
});

const deleteResultOf = readerOf<DeleteResult>({
	DELETED: 'DELETED',
	NOTFOUND: 'NOTFOUND',
	SENT: 'SENT',
});
