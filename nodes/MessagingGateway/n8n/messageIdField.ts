import { isMessageId, splitMessageIds } from '../gateway/specification/messageIds';

/** The advice for a value that is not a message ID. */
export const ID_ADVICE =
	'Give the message IDs that Send gave. A message that was not accepted has none';

/** One ID of a field. */
export interface MessageIdReading {
	messageId: string;
	/** The reason why it is not a message ID. */
	problem?: string;
}

/** The IDs in a field for message IDs. */
export const readMessageIds = (value: unknown): MessageIdReading[] =>
	splitMessageIds(value).map((messageId) => ({
		messageId,
		...(!isMessageId(messageId) && {
			problem: `'Message IDs' holds "${messageId}", which is not a message ID`,
		}),
	}));
