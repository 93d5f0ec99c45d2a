import type { IExecuteFunctions } from 'n8n-workflow';
import { checkLogin as askLogin } from '../../gateway/account';
import { retryingReads } from '../../gateway/retrying';
import { connect } from '../../transport';
import { gatewayError } from '../../errors';
import type { Operation } from '../operation';

/** Says whether the login is good, once; a wrong one is an answer here and not a failure. */
export const checkLogin: Operation = {
	description: [],
	async execute(context: IExecuteFunctions) {
		const checked = await askLogin(retryingReads(await connect(context)));
		if (!checked.ok) throw gatewayError(context, checked.failure, { itemIndex: 0 });
		const login = checked.value;
		return [
			{
				json: { login, valid: login === 'OK', locked: login === 'ACCOUNT_LOCKED' },
				pairedItem: { item: 0 },
			},
		];
	},
};
