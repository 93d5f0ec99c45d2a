import type { Account, Accounts } from './accounts';

/** The values of `Transfer=` (protocol, "GET /creditstransfer.asp"). "Fail" needs a scripted fault. */
export type TransferResult =
	| 'Success'
	| 'invalidUser'
	| 'invalidFromAccount'
	| 'invalidToAccount'
	| 'lockedFromAccount'
	| 'lockedToAccount'
	| 'sameAccount'
	| 'invalidQuantity'
	| 'insufficientCredits';

interface Transfer {
	main: Account;
	from: Account;
	to: Account;
	quantity: number;
}

const refusals: readonly [TransferResult, (transfer: Transfer) => boolean][] = [
	['lockedFromAccount', ({ from }) => from.locked],
	['lockedToAccount', ({ to }) => to.locked],
	['sameAccount', ({ from, to }) => from === to],
	['invalidQuantity', ({ quantity }) => Number.isNaN(quantity)],
	['insufficientCredits', ({ from, quantity }) => from.credits < quantity],
];

/** Moves credits between accounts of one main account; checked in the order of the protocol's table. */
export function transferCredits(
	accounts: Accounts,
	main: Account,
	asked: { fromAccountId: string; toAccountId: string; transferQuantity: string },
): TransferResult {
	if (main.mainAccountId !== null) return 'invalidUser';
	const from = associated(accounts, main, asked.fromAccountId);
	if (!from) return 'invalidFromAccount';
	const to = associated(accounts, main, asked.toAccountId);
	if (!to) return 'invalidToAccount';
	const transfer = { main, from, to, quantity: positiveInteger(asked.transferQuantity) };
	const refusal = refusals.find(([, refuses]) => refuses(transfer));
	if (refusal) return refusal[0];
	from.credits -= transfer.quantity;
	to.credits += transfer.quantity;
	return 'Success';
}

function associated(accounts: Accounts, main: Account, id: string): Account | undefined {
	const account = /^[0-9]+$/.test(id) ? accounts.withId(Number(id)) : undefined;
	return account === main || account?.mainAccountId === main.id ? account : undefined;
}

function positiveInteger(text: string): number {
	return /^0*[1-9][0-9]*$/.test(text) ? Number(text) : NaN;
}
