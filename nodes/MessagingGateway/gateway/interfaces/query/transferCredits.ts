import { saysWrongLogin } from '../../exchange/answers';
import { failureOfStatus } from '../../exchange/failures';
import { readTransferValue, type TransferResult } from '../../specification/codes';
import type { Call, Transfer } from '../interface';
import { readPair } from './pairs';
import { get } from './request';

/** Transfers credits between two accounts (protocol, "GET /creditstransfer.asp"). */
export const transferCredits: Call<Transfer, TransferResult | undefined> = {
	request: ({ fromAccountId, toAccountId, quantity }) =>
		get('/creditstransfer.asp', {
			fromAccountId,
			toAccountId,
			transferQuantity: String(quantity),
		}),
	read: (answer) => {
		const { body, cut } = answer;
		const value = saysWrongLogin(body) ? 'invalidUser' : readPair(body, 'Transfer');
		const result = cut ? undefined : readTransferValue(value ?? '');
		// A server that failed may have transferred the credits first, whatever its answer says.
		const hasFailed = failureOfStatus(answer)?.mayHaveTakenEffect === true;
		return hasFailed && result !== 'TRANSFERRED' ? undefined : result;
	},
};
