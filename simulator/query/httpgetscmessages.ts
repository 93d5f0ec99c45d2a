import { FAIL, type QueryOperation } from './operation';

/** GET /httpgetscmessages.asp: messages to the account's short codes, once each. */
export const httpgetscmessages: QueryOperation = {
	path: '/httpgetscmessages.asp',
	title: 'Short-code messages (query)',
	wrongCredentials: FAIL,
	answer: (gateway, account) =>
		gateway.inbox
			.takeShortCodeMessages(account, gateway.clock.now())
			.map(
				({ shortCode, from, receivedAt, text }) =>
					`SC=${shortCode};CLI=${from};DateReceived=${gateway.times.compact(receivedAt)};Message=${text}`,
			),
};
