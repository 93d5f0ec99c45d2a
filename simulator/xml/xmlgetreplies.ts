import type { XmlOperation } from './operation';
import { branch, leaf } from './writing';

/** POST /xmlgetreplies.asp: the replies not yet returned, once each. */
export const xmlgetreplies: XmlOperation = {
	path: '/xmlgetreplies.asp',
	title: 'Replies (XML)',
	requestRoot: 'Replies',
	responseRoot: 'XMLGateway_Replies',
	children: ['User', 'Password'],
	errors: () => [],
	answer: (gateway, account) =>
		gateway.inbox
			.takeReplies(account, gateway.clock.now(), false)
			.map(({ from, receivedAt, text, sentMessageId }) =>
				branch('Reply', [
					leaf('CLI', from),
					leaf('DateReceived', gateway.times.compact(receivedAt)),
					leaf('Message', text),
					leaf('SentMessageID', sentMessageId),
				]),
			),
};
