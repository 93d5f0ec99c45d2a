import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../../../gateway/exchange/exchange';
import type { GatewayInterface, OutgoingMessage } from '../../../gateway/interfaces/interface';
import {
	send,
	unrequested,
	type SendGuard,
	type SendOutcome,
} from '../../../gateway/operations/send';
import { isCancelled } from '../../../host/execution';
import { mapYielding } from '../../../rows/readItems';
import { mayHaveTakenEffect, wasDone, type Row, type Wording } from '../../../rows/row';
import { logRows } from '../../../rows/summary';
import { sendingOnce } from '../once/sendOnce';
import { asProblem, isProblem } from '../problem';
import { whileOpen } from '../schedule/plan';
import type { Recipient } from './readRecipients';

export const WORDING: Wording = {
	one: 'message',
	done: 'accepted',
	danger: 'sending again may reach people twice',
};

interface Sending {
	via: GatewayInterface;
	requestsInParallel?: number;
	sendOnce?: boolean;
	dryRun?: boolean;
}

/** Sends to the recipients without a problem, each exactly once, and returns a row for each recipient. Never throws. */
export async function sendRecipients(
	context: IExecuteFunctions,
	connection: Connection,
	recipients: Recipient[],
	sending: Sending,
): Promise<Row[]> {
	const messages = recipients.flatMap(({ message }) => (isProblem(message) ? [] : [message]));
	const outcomes =
		messages.length > 0 && !sending.dryRun
			? await sendMessages(context, connection, messages, recipients, sending)
			: new Map<OutgoingMessage, SendOutcome>();
	const rows = await mapYielding(recipients, (recipient) => toRow(recipient, outcomes));
	// n8n drops the output of a cancelled node.
	if (isCancelled(context)) {
		const sent = rows.filter(mayHaveTakenEffect);
		logRows(context, sent, 'Sending was cancelled. Accepted, or UNCONFIRMED');
	}
	return rows;
}

async function sendMessages(
	context: IExecuteFunctions,
	connection: Connection,
	messages: OutgoingMessage[],
	recipients: Recipient[],
	{ via, requestsInParallel: requestsAtOnce, sendOnce }: Sending,
): Promise<Map<OutgoingMessage, SendOutcome>> {
	const once = sendOnce ? sendingOnce(context, messages.length) : undefined;
	const open = recipients.some(({ hours }) => hours) ? whileOpen(recipients) : undefined;
	const both: SendGuard | undefined =
		once && open && ((all, request) => once.guard(all, (some) => open(some, request)));
	const outcomes = await send(connection, via, messages, {
		isCancelled: () => isCancelled(context),
		requestsAtOnce,
		guard: both ?? once?.guard ?? open,
	});
	await once?.close();
	return outcomes;
}

/** The row of a recipient. Its keys are the columns of people's tables, in this order. */
function toRow(
	{ item, recipient, number, reference, parts, scheduledAt, message }: Recipient,
	outcomes: Map<OutgoingMessage, SendOutcome>,
): Row {
	const outcome = isProblem(message) ? unrequested(message) : (outcomes.get(message) ?? DRY_RUN);
	return {
		item,
		name: recipient,
		certainty: outcome.certainty,
		failure: outcome.failure,
		json: {
			recipient,
			result: outcome.result,
			description: outcome.description,
			number,
			...(outcome === DRY_RUN && !isProblem(message) && { text: message.text }),
			accepted: wasDone(outcome.certainty),
			messageId: outcome.messageId,
			gatewayResult: outcome.gatewayResult,
			reference,
			parts,
			scheduledAt,
			submittedAt: outcome.submittedAt,
		},
	};
}

const DRY_RUN = unrequested(asProblem('DRY_RUN'));
