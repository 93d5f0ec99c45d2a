import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../../../gateway/exchange/exchange';
import type { GatewayInterface, OutgoingMessage } from '../../../gateway/interfaces/interface';
import {
	send,
	unrequested,
	type SendGuard,
	type SendOutcome,
} from '../../../gateway/operations/send';
import { answersModel, isCancelled } from '../../../host/execution';
import { mapYielding } from '../../../rows/readItems';
import { isDone, isUnknown, wasDone, type Row, type Wording } from '../../../rows/row';
import { sendingOnce } from '../once/sendOnce';
import { sendingOnceAsTool } from '../once/sendOnceAsTool';
import { isProblem } from '../problem';
import type { RunOptions } from '../runOptions';
import type { Plan } from '../schedule/plan';
import { logRows } from '../../../rows/summary';
import { lookingAgain } from './lookAgain';
import type { Recipient } from './readRecipients';

export const WORDING: Wording = {
	one: 'message',
	done: 'accepted',
	danger: 'sending again may send them twice',
};

interface Sending extends Partial<RunOptions> {
	via: GatewayInterface;
	/** Looked at again before each request. */
	plan?: Plan;
}

/** Sends to the recipients without a problem, each exactly once, and returns a row for each recipient. Never throws. */
export async function sendRecipients(
	context: IExecuteFunctions,
	connection: Connection,
	recipients: Recipient[],
	{ via, requestsInParallel: requestsAtOnce, sendOnce, plan }: Sending,
): Promise<Row[]> {
	const messages = recipients.flatMap(({ message }) => (isProblem(message) ? [] : [message]));
	if (messages.length === 0) return await toRows(recipients, new Map());
	const once = sendOnce ? sendingOnce(context, messages.length) : undefined;
	const cancelled = () => isCancelled(context);
	const guard = inOrder([
		...(answersModel(context) ? [sendingOnceAsTool(context)] : []),
		...(once ? [once.guard] : []),
		...(plan ? [lookingAgain(plan, recipients)] : []),
	]);
	const outcomes = await send(connection, via, messages, {
		isCancelled: cancelled,
		requestsAtOnce,
		guard,
	});
	await once?.close();
	const results = await toRows(recipients, outcomes);
	// n8n drops the output of a cancelled node.
	const sent = results.filter((row) => isDone(row) || isUnknown(row));
	if (cancelled()) logRows(context, sent, 'Sending was cancelled. Accepted, or UNCONFIRMED');
	return results;
}

/** Makes one guard of several: each passes what it lets out to the next one, and the last to the request. */
const inOrder =
	(guards: SendGuard[]): SendGuard =>
	async (messages, request) =>
		await guards.reduceRight<typeof request>(
			(next, guard) => async (some) => await guard(some, next),
			request,
		)(messages);

const toRows = async (
	recipients: Recipient[],
	outcomes: Map<OutgoingMessage, SendOutcome>,
): Promise<Row[]> =>
	await mapYielding(recipients, (recipient) => {
		const { message } = recipient;
		const outcome = isProblem(message) ? unrequested(message) : outcomes.get(message);
		return toRow(recipient, outcome as SendOutcome);
	});

/** The row of a recipient. Its keys are the columns of people's tables, in this order. */
const toRow = (
	{ item, recipient, number, reference, parts, scheduledAt }: Recipient,
	outcome: SendOutcome,
): Row => ({
	item,
	name: recipient,
	certainty: outcome.certainty,
	failure: outcome.failure,
	json: {
		recipient,
		result: outcome.result,
		description: outcome.description,
		number,
		accepted: wasDone(outcome.certainty),
		messageId: outcome.messageId,
		gatewayResult: outcome.gatewayResult,
		reference,
		parts,
		scheduledAt,
		submittedAt: outcome.submittedAt,
	},
});
