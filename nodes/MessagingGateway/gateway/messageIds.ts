import { splitList } from './lists';

/** A message to ask about, and the text that the XML interface is to echo with the answer. */
export interface IdQuestion {
	messageId: string;
	reference: string | null;
}

/** The `MessageID` element of the XML interface's requests. */
export const toIdElement = ({ messageId, reference }: IdQuestion) => ({
	ID: messageId,
	...(reference !== null && { CLI: reference }),
});

/** An ID as the gateway would write it, without zeros before it. */
export const plainId = (messageId: string): string => messageId.trim().replace(/^0+(?=\d)/, '');

/** Splits IDs at commas, semicolons, spaces and line breaks, each as the gateway would write it. */
export const splitMessageIds = (value: unknown): string[] =>
	splitList(value, /[,;\s]+/).map(plainId);

/** Whether a text can be a message ID (spec, "Common conventions"). */
export const isMessageId = (text: string): boolean => /^\d+$/.test(text);
