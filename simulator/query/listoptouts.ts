import { FAIL, type QueryOperation } from './operation';

/** GET /listoptouts.asp: every opt-out entry, at every call. */
export const listoptouts: QueryOperation = {
	path: '/listoptouts.asp',
	title: 'Opt-outs',
	wrongCredentials: FAIL,
	answer: (gateway, account) =>
		gateway.optOuts
			.of(account)
			.map(
				({ number, receivedAt, text, sentMessageId }) =>
					`CLI=${number};DateReceived=${gateway.times.compact(receivedAt)};Message=${text};` +
					`SentMessageID=${sentMessageId}`,
			),
};
