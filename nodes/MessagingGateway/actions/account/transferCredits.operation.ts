import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Transfer } from '../../gateway/interfaces/interface';
import { decided } from '../../gateway/operations/outcome';
import {
	transferCredits as requestTransfers,
	type TransferOutcome,
} from '../../gateway/operations/account';
import { TRANSFER_RESULTS, type TransferResult } from '../../gateway/specification/codes';
import { fieldOf } from '../../fields/evaluation';
import { itemsOfChange } from '../../rows/output';
import { readItems, readIfPossible } from '../../rows/readItems';
import { wasDone, type Row, type Wording } from '../../rows/row';
import { connect } from '../../host/transport';
import { notice } from '../../fields/shared.fields';
import { NOT_FOR_A_TOOL, type Operation } from '../operation';
import { isCancelled } from '../../host/execution';

const fields: INodeProperties[] = [
	notice(
		'transferNotice',
		'Needs the login of the main account. Each input item is a transfer of its own, and none is ever repeated.',
	),
	{
		displayName: 'From Account ID',
		name: 'fromAccountId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 1001',
		description: 'The account to take credits from; a W before the number is left out',
	},
	{
		displayName: 'To Account ID',
		name: 'toAccountId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 1002',
		description: 'The account to give credits to; a W before the number is left out',
	},
	{
		displayName: 'Quantity',
		name: 'quantity',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		required: true,
		description: 'How many credits to transfer',
	},
];

const WORDING: Wording = {
	one: 'transfer',
	done: 'made',
	danger: 'transferring again may move the credits twice',
};

/** Moves credits between a main account and its sub accounts, one item at a time. */
export const transferCredits: Operation = {
	option: {
		name: 'Transfer Credits',
		value: 'transferCredits',
		action: 'Transfer credits',
		description: 'Move credits between a main account and its sub accounts',
		displayOptions: NOT_FOR_A_TOOL,
	},
	toolDescription:
		'Moves credits from one SMS account to another: real money, which this tool cannot bring back. Call it only when a person has asked for exactly this transfer. If the result is UNCONFIRMED, the credits may have moved: never repeat it, tell the person.',
	fields,
	async execute(context) {
		const rows = await readRows(context);
		const transfers = rows.flatMap(({ transfer, problem }) => (problem ? [] : [transfer]));
		const cancelled = () => isCancelled(context);
		const outcomes = await requestTransfers(await connect(context), transfers, cancelled);
		const results = rows.map((row) => toRow(row, outcomes));
		return itemsOfChange(context, results, 'noneAccepted', WORDING);
	},
};

interface TypedTransfer {
	item: number;
	transfer: Transfer;
	problem?: TransferOutcome;
}

async function readRows(context: IExecuteFunctions): Promise<TypedTransfer[]> {
	const fromAccountIdOf = fieldOf(context, 'fromAccountId', '');
	const toAccountIdOf = fieldOf(context, 'toAccountId', '');
	const quantityOf = fieldOf(context, 'quantity');
	const transferAt = (item: number, read: typeof readIfPossible): Transfer => ({
		fromAccountId: read(() => readAccountId(fromAccountIdOf(item)), ''),
		toAccountId: read(() => readAccountId(toAccountIdOf(item)), ''),
		quantity: read(() => readQuantity(quantityOf(item)), 0),
	});
	const rowsOf = (item: number): TypedTransfer[] => {
		const transfer = transferAt(item, (value) => value());
		const result = problemIn(transfer);
		return [{ item, transfer, ...(result && { problem: decided(TRANSFER_RESULTS, result) }) }];
	};
	return await readItems(context, rowsOf, (item, problem) => ({
		item,
		transfer: transferAt(item, readIfPossible),
		problem: { ...decided(TRANSFER_RESULTS, 'NOT_SENT'), description: problem },
	}));
}

/** Reads an account ID; '' for a number that a double cannot hold exactly: it would be another account. */
function readAccountId(typed: unknown): string {
	if (typeof typed === 'number') return Number.isSafeInteger(typed) ? String(typed) : '';
	return String(typed ?? '')
		.trim()
		.replace(/^w(?=\d)/i, '');
}

/** Returns NaN for anything that is not a plain number. */
function readQuantity(typed: unknown): number {
	if (typeof typed === 'number') return typed;
	return typeof typed === 'string' && /^\s*\d+\s*$/.test(typed) ? Number(typed) : Number.NaN;
}

function problemIn({ fromAccountId, toAccountId, quantity }: Transfer): TransferResult | undefined {
	if (!/^\d+$/.test(fromAccountId)) return 'INVALID_FROM_ACCOUNT';
	if (!/^\d+$/.test(toAccountId)) return 'INVALID_TO_ACCOUNT';
	return Number.isSafeInteger(quantity) && quantity > 0 ? undefined : 'INVALID_QUANTITY';
}

function toRow(
	{ item, transfer, problem }: TypedTransfer,
	outcomes: Map<Transfer, TransferOutcome>,
): Row {
	const outcome = problem ?? (outcomes.get(transfer) as TransferOutcome);
	const { result, description, certainty, failure } = outcome;
	return {
		item,
		name: `${transfer.fromAccountId} to ${transfer.toAccountId}`,
		json: { transferred: wasDone(certainty), result, description, ...transfer },
		certainty,
		failure,
	};
}
