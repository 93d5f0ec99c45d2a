import { isMessageId, splitMessageIds } from '../gateway/specification/messageIds';

/** The advice for a value that is not a message ID. */
export const ID_ADVICE =
	'Give the message IDs that Send gave. A message that was not accepted has none';

/** The IDs in a field for message IDs, each with the reason if it is not one. */
export const readMessageIds = (value: unknown) =>
	splitMessageIds(value).map((messageId) => ({
		messageId,
		problem: isMessageId(messageId)
			? undefined
			: `'Message IDs' holds "${messageId}", which is not a message ID`,
	}));
