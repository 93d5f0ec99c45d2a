import type { IExecuteFunctions } from 'n8n-workflow';
import { conclude } from '../../n8n/conclude';
import { operationError } from '../../n8n/errors';
import { addHints } from '../../n8n/hints';
import { errorHandling } from '../../n8n/onError';
import { connect } from '../../n8n/transport';
import type { Operation } from '../operation';
import { skippingDuplicates } from './recipients/duplicates';
import { asProblem, isProblem, notSent } from './recipients/problem';
import { readRecipients, type Recipient } from './recipients/readRecipients';
import { readRunOptions, type RunOptions, type RunProblem } from './runOptions';
import { planned } from './schedule/plan';
import { sendFields } from './send.fields';
import { hints } from './sendHints';
import { withReferences } from './sendOnce/sendOnce';
import { sendRecipients, WORDING } from './sendRecipients';

/** Sends the messages of all items together, and returns a row for each recipient. */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send SMS messages',
		description: 'Send an SMS to one or more numbers, at once or at a given time',
	},
	fields: sendFields,
	changesSomething: true,
	async execute(context: IExecuteFunctions) {
		const typed = await readRecipients(context);
		const options = readRunOptions(context, typed.length);
		const recipients = permitted(context, typed, options);
		const connection = await connect(context);
		const effects = await sendRecipients(context, connection, recipients, options);
		const items = conclude(context, effects, options.failWhen, WORDING);
		addHints(context, () =>
			hints(context, recipients, effects, { zone: connection.clock.zone, ...options }),
		);
		return items;
	},
};

/** The recipients with what the options of the run say of them. */
function permitted(
	context: IExecuteFunctions,
	recipients: Recipient[],
	{ problem, skipDuplicates, sendOnce, dryRun, messagesPerMinute }: RunOptions,
): Recipient[] {
	if (problem) return refuseAll(context, recipients, problem);
	const open = planned(recipients);
	const single = skipDuplicates ? skippingDuplicates(open) : open;
	const identified = sendOnce ? withReferences(single) : single;
	const paced = messagesPerMinute ? planned(identified, messagesPerMinute) : identified;
	return dryRun ? sendingNone(paced) : paced;
}

/** The recipients with each one marked that would be sent to. */
const sendingNone = (recipients: Recipient[]): Recipient[] =>
	recipients.map((recipient) =>
		isProblem(recipient.message) ? recipient : { ...recipient, message: asProblem('DRY_RUN') },
	);

/** Refuses all recipients, because the options of the run do not allow it to start. */
function refuseAll(
	context: IExecuteFunctions,
	recipients: Recipient[],
	{ message, description }: RunProblem,
): Recipient[] {
	if (errorHandling(context) === 'stop') throw operationError(context, message, description);
	const refused = notSent(message);
	return recipients.map((recipient) => ({ ...recipient, message: refused }));
}
