import type { Resource } from '../operation';
import { checkLogin } from './checkLogin.operation';
import { getBalance } from './getBalance.operation';
import { transferCredits } from './transferCredits.operation';

export const account: Resource = {
	option: { name: 'Account', value: 'account' },
	default: getBalance,
	operations: [checkLogin, getBalance, transferCredits],
};
