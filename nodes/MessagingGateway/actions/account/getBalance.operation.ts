import type { IExecuteFunctions } from 'n8n-workflow';
import { readBalance } from '../../gateway/account';
import { retryingReads } from '../../gateway/retrying';
import { connect } from '../../transport';
import { gatewayError } from '../../errors';
import type { Operation } from '../operation';

/** Gives the credits left, once, however many items come in. */
export const getBalance: Operation = {
	description: [],
	async execute(context: IExecuteFunctions) {
		const balance = await readBalance(retryingReads(await connect(context)));
		if (!balance.ok) throw gatewayError(context, balance.failure, { itemIndex: 0 });
		return [{ json: { credits: balance.value }, pairedItem: { item: 0 } }];
	},
};
