import { splitList } from './lists';

/** An ID as the gateway would write it, without leading zeros. */
export const plainId = (messageId: string): string => messageId.trim().replace(/^0+(?=\d)/, '');

/** Splits IDs at commas, semicolons, spaces and line breaks, each as the gateway would write it. */
export const splitMessageIds = (value: unknown): string[] =>
	splitList(value, /[,;\s]+/).map(plainId);

/** Whether a text can be a message ID (protocol, "Common conventions"). */
export const isMessageId = (text: string): boolean => /^\d+$/.test(text);

/** Lists IDs briefly: those that follow each other as a range, as in `4711-4720, 4723`. */
export function inRanges(messageIds: string[]): string {
	const ranges: Array<[first: string, last: string]> = [];
	for (const messageId of messageIds) {
		const range = ranges.at(-1);
		if (range && BigInt(range[1]) + 1n === BigInt(messageId)) range[1] = messageId;
		else ranges.push([messageId, messageId]);
	}
	return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ');
}
