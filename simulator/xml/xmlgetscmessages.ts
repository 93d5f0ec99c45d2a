import type { XmlOperation } from './operation';
import { branch, leaf } from './writing';

/** POST /xmlgetscmessages.asp: messages to the account's short codes, once each. */
export const xmlgetscmessages: XmlOperation = {
	path: '/xmlgetscmessages.asp',
	title: 'Short-code messages (XML)',
	requestRoot: 'SCmessages',
	responseRoot: 'XMLGateway_SCmessages',
	children: ['User', 'Password'],
	errors: () => [],
	answer: (gateway, account) =>
		gateway.inbox
			.takeShortCodeMessages(account, gateway.clock.now())
			.map(({ shortCode, from, receivedAt, text }) =>
				branch('SCmessage', [
					leaf('SC', shortCode ?? ''),
					leaf('CLI', from),
					leaf('DateReceived', gateway.times.compact(receivedAt)),
					leaf('Message', text),
				]),
			),
};
