import type { DeleteResult, SendResult } from '../specification/codes';
import type { RawDeletion, SendValue } from './interface';

/** An ID as the gateway would write it, without leading zeros. */
export const plainId = (messageId: string): string => messageId.trim().replace(/^0+(?=\d)/, '');

/** Makes a reader of words in any case; it returns undefined for a word that is not among them. */
export function readerOf<Result extends string>(
	words: Record<string, Result>,
): (word: string) => Result | undefined {
	const known = new Map(
		Object.entries(words).map(([word, result]) => [word.toUpperCase(), result]),
	);
	return (word) => known.get(word.toUpperCase());
}

/** Makes a reader of the values that an interface gives for a number: message IDs and its words. */
export function sendReader(words: Record<string, SendResult>): (written: string) => SendValue {
	const resultOf = readerOf(words);
	return (written) => {
		const messageId = /^\d*[1-9]\d*$/.test(written) ? written : null;
		if (messageId !== null) return { result: 'ACCEPTED', messageId, written };
		const unknown = INDUSTRY_LIST.test(written) ? 'INDUSTRY_DNC' : 'REJECTED';
		return { result: resultOf(written) ?? unknown, messageId, written };
	};
}

/** Real services name their industry's body, such as WASPADNC. */
const INDUSTRY_LIST = /^(?:FAIL:)?[A-Z\d]{1,30}DNC$/i;

/** Reads the gateway's word for one scheduled message, which is the same over both interfaces. */
export const readDeletion = (messageId: string, written: string): RawDeletion => ({
	messageId: plainId(messageId),
	result: deleteResultOf(written),
	written,
});

const deleteResultOf = readerOf<DeleteResult>({
	DELETED: 'DELETED',
	NOTFOUND: 'NOTFOUND',
	SENT: 'SENT',
});
