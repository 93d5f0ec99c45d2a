import { saysWrongLogin } from '../../exchange/answers';
import { failureOfStatus } from '../../exchange/failures';
import type { TransferResult } from '../../specification/codes';
import type { Call, Transfer, ValueReading } from '../interface';
import { readerOf } from '../words';
import { nothingIn } from './account';
import { readPair } from './pairs';
import { get } from './request';

/** Transfers credits between two accounts (protocol, "GET /creditstransfer.asp"). */
export const transferCredits: Call<Transfer, ValueReading<TransferResult>> = {
	request: ({ fromAccountId, toAccountId, quantity }) =>
		get('/creditstransfer.asp', {
			fromAccountId,
			toAccountId,
			transferQuantity: String(quantity),
		}),
	read: (answer) => {
		const { body, cut } = answer;
		const value = saysWrongLogin(body) ? 'invalidUser' : readPair(body, 'Transfer');
		const result = cut ? undefined : readTransfer(value ?? '');
		// A server that failed may have transferred the credits first, whatever its answer says.
		const hasFailed = failureOfStatus(answer)?.mayHaveTakenEffect === true;
		const isCertain = result === 'TRANSFERRED' || !hasFailed;
		return result && isCertain ? { value: result } : nothingIn(answer);
	},
};

const readTransfer = readerOf<TransferResult>({
	Success: 'TRANSFERRED',
	Fail: 'UNCONFIRMED',
	invalidUser: 'INVALID_USER',
	invalidFromAccount: 'INVALID_FROM_ACCOUNT',
	invalidToAccount: 'INVALID_TO_ACCOUNT',
	lockedFromAccount: 'LOCKED_FROM_ACCOUNT',
	lockedToAccount: 'LOCKED_TO_ACCOUNT',
	sameAccount: 'SAME_ACCOUNT',
	invalidQuantity: 'INVALID_QUANTITY',
	insufficientCredits: 'INSUFFICIENT_CREDITS',
});
