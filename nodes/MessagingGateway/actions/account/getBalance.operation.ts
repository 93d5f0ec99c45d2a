import { getBalance as requestBalance } from '../../gateway/operations/account';
import { retryingReads } from '../../gateway/exchange/exchange';
import { connect } from '../../host/transport';
import { gatewayError } from '../../host/errors';
import { addHints } from '../../host/hints';
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
		const { credits, mayBeCut } = balance.value;
		addHints(context, () => [mayBeCut ? MAY_BE_CUT : undefined]);
		return [{ json: { credits }, pairedItem: { item: 0 } }];
	},
};

const MAY_BE_CUT =
	'The balance may be cut: the gateway did not say how long its answer is, so digits may be missing at the end.';
