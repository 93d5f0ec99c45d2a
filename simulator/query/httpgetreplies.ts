import { FAIL, type QueryOperation } from './operation';

/** GET /httpgetreplies.asp: the replies not yet returned, once each; texts are not encoded. */
export const httpgetreplies: QueryOperation = {
	path: '/httpgetreplies.asp',
	title: 'Replies (query)',
	wrongCredentials: FAIL,
	answer(gateway, account, parameters) {
		const excludeShortCode = parameters.get('excludesc').toLowerCase() === 'true';
		return gateway.inbox
			.takeReplies(account, gateway.clock.now(), excludeShortCode)
			.map(
				({ from, receivedAt, text, sentMessageId }) =>
					`CLI=${from};DateReceived=${gateway.times.compact(receivedAt)};Message=${text};` +
					`SentMessageID=${sentMessageId}`,
			);
	},
};
