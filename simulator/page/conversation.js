/** When a message leaves the queue. */
const sentAt = ({ scheduledAt, acceptedAt }) => scheduledAt ?? acceptedAt;

/**
 * The conversation on a handset, oldest first: messages sent to it and texts sent from it. Messages
 * that wait in the queue for their time or were deleted are left out.
 */
export function conversationOf({ messages, received }, now) {
	const sent = messages
		.filter(({ deleted }) => !deleted)
		.filter((message) => message.code !== -1 || Date.parse(sentAt(message)) <= now)
		.sort((a, b) => compare(sentAt(a), sentAt(b)));
	const merged = [];
	for (const text of received) {
		while (sent.length > 0 && comesBefore(sent[0], text)) merged.push({ message: sent.shift() });
		merged.push({ text });
	}
	return [...merged, ...sent.map((message) => ({ message }))];
}

const compare = (a, b) => (a < b ? -1 : Number(a > b));

/** While the clock stands still, a text comes right after the message that it answers. */
function comesBefore(message, { receivedAt, sentMessageId }) {
	const order = compare(sentAt(message), receivedAt);
	return order < 0 || (order === 0 && BigInt(message.id) <= BigInt(sentMessageId || 0));
}
