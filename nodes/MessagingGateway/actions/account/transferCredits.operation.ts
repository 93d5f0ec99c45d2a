import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { Transfer } from '../../gateway/interfaces/interface';
import { asProblem, type Outcome } from '../../gateway/operations/outcome';
import {
	transferCredits as requestTransfers,
	type TransferOutcome,
} from '../../gateway/operations/transferCredits';
import { TRANSFER_RESULTS, type TransferResult } from '../../gateway/specification/codes';
import { conclude } from '../../n8n/conclude';
import { certainly, type Effect, type Wording } from '../../n8n/effect';
import { unreadable } from '../../n8n/errors';
import { fieldOf } from '../../n8n/fields';
import { connect, isCancelled } from '../../n8n/transport';
import { notice } from '../../n8n/usualFields';
import { mapYielding } from '../../n8n/yielding';
import type { Operation } from '../operation';
import { showOnlyFor } from '../shared.fields';

const displayOptions = showOnlyFor('account', 'transferCredits');

const fields: INodeProperties[] = [
	notice(
		'transferNotice',
		'Needs the login of the main account. Each input item is a transfer of its own, and none is ever repeated.',
		displayOptions,
	),
	{
		displayName: 'From Account ID',
		name: 'fromAccountId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 1001',
		description: 'The account to take credits from; a W before the number is left out',
		displayOptions,
	},
	{
		displayName: 'To Account ID',
		name: 'toAccountId',
		type: 'string',
		default: '',
		required: true,
		placeholder: 'e.g. 1002',
		description: 'The account to give credits to; a W before the number is left out',
		displayOptions,
	},
	{
		displayName: 'Quantity',
		name: 'quantity',
		type: 'number',
		typeOptions: { minValue: 1, numberPrecision: 0 },
		default: 1,
		required: true,
		description: 'How many credits to transfer',
		displayOptions,
	},
];

const WORDING: Wording = {
	one: 'transfer',
	many: 'transfers',
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
	},
	fields,
	changesSomething: true,
	async execute(context: IExecuteFunctions) {
		const readRow = rowReader(context);
		const rows = await mapYielding(context.getInputData(), (_, item) => readRow(item));
		const transfers = rows.filter(({ problem }) => !problem).map(({ transfer }) => transfer);
		const outcomes =
			transfers.length === 0
				? new Map<Transfer, TransferOutcome>()
				: await requestTransfers(await connect(context), transfers, () => isCancelled(context));
		const effects = rows.map((row, item) => toEffect(row, item, outcomes));
		return conclude(context, effects, 'noneAccepted', WORDING);
	},
};

interface Row {
	transfer: Transfer;
	/** A problem with the row, found before any request. */
	problem?: Outcome<TransferResult>;
}

function rowReader(context: IExecuteFunctions): (item: number) => Row {
	const fromAccountIdOf = fieldOf(context, 'fromAccountId', '');
	const toAccountIdOf = fieldOf(context, 'toAccountId', '');
	const quantityOf = fieldOf(context, 'quantity');
	return (item) => {
		const transfer = { fromAccountId: '', toAccountId: '', quantity: 0 };
		try {
			transfer.fromAccountId = readAccountId(fromAccountIdOf(item));
			transfer.toAccountId = readAccountId(toAccountIdOf(item));
			transfer.quantity = readQuantity(quantityOf(item));
		} catch (error) {
			return { transfer, problem: asProblem(TRANSFER_RESULTS, 'NOT_SENT', unreadable(error)) };
		}
		const result = problemIn(transfer);
		return { transfer, ...(result && { problem: asProblem(TRANSFER_RESULTS, result) }) };
	};
}

/** Reads an account ID; '' for a number that a double cannot hold exactly, as it would be another account. */
function readAccountId(typed: unknown): string {
	if (typeof typed === 'number') return Number.isSafeInteger(typed) ? String(typed) : '';
	return String(typed)
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

function toEffect(
	{ transfer, problem: found }: Row,
	item: number,
	outcomes: Map<Transfer, TransferOutcome>,
): Effect {
	const outcome = found ?? (outcomes.get(transfer) as TransferOutcome);
	const { result, description } = outcome;
	return {
		item,
		subject: `${transfer.fromAccountId} to ${transfer.toAccountId}`,
		outcome,
		json: { transferred: certainly(outcome), result, description, ...transfer },
	};
}
