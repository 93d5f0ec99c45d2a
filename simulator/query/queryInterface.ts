import type { Handled } from '../exchange';
import type { Gateway } from '../gateway';
import { auth } from './auth';
import { batchmessage } from './batchmessage';
import { credits } from './credits';
import { creditstransfer } from './creditstransfer';
import { deletescheduled } from './deletescheduled';
import { httpgetreplies } from './httpgetreplies';
import { httpgetscmessages } from './httpgetscmessages';
import { listoptouts } from './listoptouts';
import type { QueryOperation } from './operation';
import type { Parameters } from './parameters';
import { requestbatch } from './requestbatch';

export const queryOperations: readonly QueryOperation[] = [
	auth,
	credits,
	batchmessage,
	requestbatch,
	deletescheduled,
	httpgetreplies,
	httpgetscmessages,
	listoptouts,
	creditstransfer,
];

/** Does the work of one GET call and writes its answer. */
export function handleQuery(
	gateway: Gateway,
	operation: QueryOperation,
	parameters: Parameters,
): Handled {
	const account = gateway.accounts.authenticate(parameters.get('user'), parameters.get('password'));
	if (!account) return { accountId: null, text: operation.wrongCredentials };
	const answer = operation.answer(gateway, account, parameters);
	const text = typeof answer === 'string' ? answer : joined(answer);
	return { accountId: account.id, text };
}

const joined = (records: readonly string[]): string =>
	records.map((record) => `${record}&`).join('');
