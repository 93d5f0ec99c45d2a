import { plainId } from '../gateway/interfaces/words';
import { splitList } from './text';

export const ID_ADVICE =
	'Give the message IDs that Send gave. A message that was not accepted has none';

/**
 * The IDs in a field for message IDs, separated by commas, semicolons, spaces or line breaks. Each is as
 * the gateway would write it, with the reason if it is not one.
 */
export const readMessageIds = (value: unknown) =>
	splitList(value, /[,;\s]+/)
		.map(plainId)
		.map((messageId) => ({
			messageId,
			problem: /^\d+$/.test(messageId)
				? undefined
				: `'Message IDs' holds "${messageId}", which is not a message ID`,
		}));
