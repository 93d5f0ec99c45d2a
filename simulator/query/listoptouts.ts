import { compactTime } from '../times';
import { FAIL, type QueryOperation } from './operation';

/** GET /listoptouts.asp: every opt-out entry, at every call. */
export const listoptouts: QueryOperation = {
	path: '/listoptouts.asp',
	wrongCredentials: FAIL,
	answer: (gateway, account) =>
		gateway.optOuts
			.of(account)
			.map(
				({ number, receivedAt, text, sentMessageId }) =>
					`CLI=${number};DateReceived=${compactTime(receivedAt)};Message=${text};` +
					`SentMessageID=${sentMessageId}`,
			),
};
