import { splitList } from './lists';

/** An ID as the gateway would write it, without leading zeros. */
export const plainId = (messageId: string): string => messageId.trim().replace(/^0+(?=\d)/, '');

/** Splits IDs at commas, semicolons, spaces and line breaks, each as the gateway would write it. */
export const splitMessageIds = (value: unknown): string[] =>
	splitList(value, /[,;\s]+/).map(plainId);

/** Whether a text can be a message ID (spec, "Common conventions"). */
export const isMessageId = (text: string): boolean => /^\d+$/.test(text);
