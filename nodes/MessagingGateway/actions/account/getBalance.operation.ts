import { getBalance as requestBalance } from '../../gateway/operations/account';
import { retryingReads } from '../../gateway/exchange/exchange';
import { connect } from '../../host/transport';
import { gatewayError } from '../../host/errors';
import type { Operation } from '../operation';

/** Returns the remaining credits once, whatever the number of input items. */
export const getBalance: Operation = {
	option: {
		name: 'Get Balance',
		value: 'getBalance',
		action: 'Get credit balance',
		description: 'Get the number of credits that the account has left',
	},
	toolDescription:
		'Returns the credits that are left in the SMS account. One SMS costs about one credit for each of its parts. Sends nothing and costs nothing.',
	fields: [],
	async execute(context) {
		const balance = await requestBalance(retryingReads(await connect(context)));
		if (!balance.ok) throw gatewayError(context, balance.failure);
		return [{ json: { credits: balance.value }, pairedItem: { item: 0 } }];
	},
};
