import type { IExecuteFunctions } from 'n8n-workflow';
import type { OutgoingMessage } from '../../gateway/interfaces/interface';
import { send, type SendOutcome } from '../../gateway/operations/send';
import { connect, isCancelled } from '../../n8n/transport';
import { loggingAccepted, logOutcomes } from './acceptedLog';
import { isFault, type Recipient } from './recipients/readRecipients';
import type { RunOptions } from './runOptions';
import { sendingOnceInExecution } from './sendOnce/repeatedExecution';
import { sendingOnce } from './sendOnce/sendOnce';

/** The outcomes of the messages that were to be sent. */
export type Outcomes = Map<OutgoingMessage, SendOutcome>;

/** Sends to the recipients without a fault, each exactly once. Never throws. */
export async function sendRecipients(
	context: IExecuteFunctions,
	recipients: Recipient[],
	{
		via,
		requestsAtOnce,
		sendOnce,
	}: Pick<RunOptions, 'via'> & Partial<Pick<RunOptions, 'requestsAtOnce' | 'sendOnce'>>,
): Promise<Outcomes> {
	const messages = recipients.flatMap(({ message }) => (isFault(message) ? [] : [message]));
	if (messages.length === 0) return new Map();
	const once = sendOnce ? sendingOnce(context) : await sendingOnceInExecution(context, recipients);
	const cancelled = () => isCancelled(context);
	const outcomes = await send(await connect(context), via, messages, {
		isCancelled: cancelled,
		requestsAtOnce,
		guard: loggingAccepted(context, once?.guard),
	});
	await once?.close();
	if (cancelled()) logOutcomes(context, outcomes);
	return outcomes;
}
