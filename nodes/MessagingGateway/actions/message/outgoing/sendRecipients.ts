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
import type { OpeningHours } from '../schedule/openingHours';
import { whileOpen } from '../schedule/plan';
import type { Recipient } from './readRecipients';

export const WORDING: Wording = {
	one: 'message',
	done: 'accepted',
	danger: 'sending again may send them twice',
};

interface Sending {
	via: GatewayInterface;
	requestsInParallel?: number;
	sendOnce?: boolean;
	/** Whether nothing is sent. */
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
			? await sendMessages(context, connection, messages, hoursIn(recipients), sending)
			: new Map<OutgoingMessage, SendOutcome>();
	const rows = await mapYielding(recipients, (recipient) => toRow(recipient, outcomes));
	// n8n drops the output of a cancelled node.
	if (isCancelled(context)) {
		const sent = rows.filter((row) => mayHaveTakenEffect([row]));
		logRows(context, sent, 'Sending was cancelled. Accepted, or UNCONFIRMED');
	}
	return rows;
}

/** The hours of each message that has any; undefined if none has. */
function hoursIn(recipients: Recipient[]): Map<OutgoingMessage, OpeningHours> | undefined {
	const entries = recipients.flatMap(({ message, hours }) =>
		hours && !isProblem(message) ? [[message, hours] as const] : [],
	);
	return entries.length > 0 ? new Map(entries) : undefined;
}

async function sendMessages(
	context: IExecuteFunctions,
	connection: Connection,
	messages: OutgoingMessage[],
	hours: Map<OutgoingMessage, OpeningHours> | undefined,
	{ via, requestsInParallel: requestsAtOnce, sendOnce }: Sending,
): Promise<Map<OutgoingMessage, SendOutcome>> {
	const once = sendOnce ? sendingOnce(context, messages.length) : undefined;
	const guards = [...(once ? [once.guard] : []), ...(hours ? [whileOpen(hours)] : [])];
	const outcomes = await send(connection, via, messages, {
		isCancelled: () => isCancelled(context),
		requestsAtOnce,
		...(guards.length > 0 && { guard: inOrder(guards) }),
	});
	await once?.close();
	return outcomes;
}

/** Makes one guard of several: each passes what it lets out to the next one, and the last to the request. */
const inOrder =
	(guards: SendGuard[]): SendGuard =>
	async (messages, request) =>
		await guards.reduceRight<typeof request>(
			(next, guard) => async (some) => await guard(some, next),
			request,
		)(messages);

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
