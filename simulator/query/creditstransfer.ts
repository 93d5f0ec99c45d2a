import { transferCredits } from '../transfers';
import type { QueryOperation } from './operation';

/** GET /creditstransfer.asp: moves credits between a main account and its sub accounts. */
export const creditstransfer: QueryOperation = {
	path: '/creditstransfer.asp',
	title: 'Credit transfer',
	wrongCredentials: 'Transfer=invalidUser',
	answer(gateway, account, parameters) {
		const result = transferCredits(gateway.accounts, account, {
			fromAccountId: parameters.get('fromAccountId'),
			toAccountId: parameters.get('toAccountId'),
			transferQuantity: parameters.get('transferQuantity'),
		});
		return `Transfer=${result}`;
	},
};
