import type { IExecuteFunctions } from 'n8n-workflow';
import type { Connection } from '../../../gateway/exchange/exchange';
import type { GatewayInterface, OutgoingMessage } from '../../../gateway/interfaces/interface';
import { send, unrequested, type SendOutcome } from '../../../gateway/operations/send';
import { wasDone, type Row, type Wording } from '../../../rows/row';
import { answersModel, isCancelled } from '../../../host/execution';
import { mapYielding } from '../../../rows/readItems';
import { loggingAccepted, logOutcomes } from './acceptedLog';
import { isProblem } from '../problem';
import type { Recipient } from './readRecipients';
import type { RunOptions } from '../runOptions';
import { lookingAgain } from './lookAgain';
import type { Plan } from '../schedule/plan';
import { sendingOnceInExecution } from '../once/sendOnceInExecution';
import { sendingOnce, USUAL_HISTORY } from '../once/sendOnce';
import { sendingOnceAsTool } from '../once/sendOnceAsTool';

/** The words of a send for its rows. */
export const WORDING: Wording = {
	one: 'message',
	done: 'accepted',
	danger: 'sending again may send them twice',
};

/** What a send needs beside its recipients. */
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
	{ via, requestsAtOnce, sendOnce, historySize = USUAL_HISTORY, plan }: Sending,
): Promise<Row[]> {
	const messages = recipients.flatMap(({ message }) => (isProblem(message) ? [] : [message]));
	if (messages.length === 0) return await toRows(recipients, new Map());
	const once = sendOnce
		? sendingOnce(context, historySize, messages.length)
		: await sendingOnceInExecution(context, recipients);
	const cancelled = () => isCancelled(context);
	const inTime = plan ? lookingAgain(plan, recipients, once?.guard) : once?.guard;
	const guard = answersModel(context) ? sendingOnceAsTool(context, inTime) : inTime;
	const outcomes = await send(connection, via, messages, {
		isCancelled: cancelled,
		requestsAtOnce,
		guard: loggingAccepted(context, guard),
	});
	await once?.close();
	if (cancelled()) logOutcomes(context, outcomes);
	return await toRows(recipients, outcomes);
}

const toRows = async (
	recipients: Recipient[],
	outcomes: Map<OutgoingMessage, SendOutcome>,
): Promise<Row[]> => await mapYielding(recipients, (recipient) => toRow(recipient, outcomes));

/** Makes the row of a recipient, from its problem or its outcome. */
function toRow(
	{ message, item, recipient, number, reference, parts, scheduledAt }: Recipient,
	outcomes: Map<OutgoingMessage, SendOutcome>,
): Row {
	const outcome = isProblem(message)
		? unrequested(message)
		: (outcomes.get(message) as SendOutcome);
	const { result, description, messageId, gatewayResult, submittedAt, certainty, failure } =
		outcome;
	return {
		item,
		name: recipient,
		certainty,
		failure,
		json: {
			recipient,
			result,
			description,
			number,
			accepted: wasDone(certainty),
			messageId,
			gatewayResult,
			reference,
			parts,
			scheduledAt,
			submittedAt,
		},
	};
}
