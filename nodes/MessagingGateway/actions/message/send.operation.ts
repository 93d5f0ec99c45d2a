import type { IExecuteFunctions } from 'n8n-workflow';
import { retryingReads } from '../../gateway/exchange/exchange';
import { getBalance } from '../../gateway/operations/account';
import { operationError } from '../../host/errors';
import { addHints } from '../../host/hints';
import { answersModel } from '../../host/execution';
import { connect } from '../../host/transport';
import { withInputFields } from '../../rows/inputFields';
import { errorHandling, itemsOfChange } from '../../rows/output';
import type { Operation } from '../operation';
import { readRecipients, type Recipient } from './outgoing/readRecipients';
import { scheduleRecipients } from './outgoing/scheduleRecipients';
import { sendRecipients, WORDING } from './outgoing/sendRecipients';
import { asProblem, isProblem, notSent } from './problem';
import { readRunOptions, type RunOptions } from './runOptions';
import { Plan } from './schedule/plan';
import { sendFields } from './send.fields';
import { sendHints } from './sendHints';

/** Sends the messages of all items together, and returns a row for each recipient. */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send SMS messages',
		description: 'Send an SMS to one or more numbers, at once or at a given time',
	},
	toolDescription:
		'Sends an SMS to real people. Each message is paid for and cannot be taken back. Numbers: in international form with + and country code, such as +27821234567, several separated by commas. Text: plain words without markup or emoji, at most 160 characters where possible; longer ones are billed as several messages, at most 918 in all. Put a message to several people into one call. Each number gets one row: result ACCEPTED means it was sent. Never send again after ACCEPTED, ALREADY_SENT or UNCONFIRMED, as the person would get it twice. After any other result, correct what the description says before another try.',
	fields: sendFields,
	async execute(context, options) {
		const typed = await readRecipients(context, options);
		const run = readRunOptions(context, options, typed.length);
		const plan = new Plan(run.messagesPerMinute);
		const scheduled = scheduleRecipients(check(context, typed, run), run, plan);
		const recipients = run.dryRun ? sendingNone(scheduled) : scheduled;
		const connection = await connect(context);
		const rows = await sendRecipients(context, connection, recipients, { ...run, plan });
		const items = itemsOfChange(context, rows, run.failWhen, WORDING);
		const asksBalance = run.dryRun && !answersModel(context);
		const balance = asksBalance ? await getBalance(retryingReads(connection)) : undefined;
		const circumstances = { ...run, balance, gatewayZone: connection.clock.zone };
		addHints(context, () => sendHints(context, recipients, rows, circumstances));
		return withInputFields(context, items);
	},
};

/** Refuses all recipients if the options of the run do not allow it to start. */
function check(
	context: IExecuteFunctions,
	recipients: Recipient[],
	{ problem }: RunOptions,
): Recipient[] {
	if (!problem) return recipients;
	const { message, description } = problem;
	if (errorHandling(context) === 'stop' && !answersModel(context)) {
		throw operationError(context, message, description);
	}
	const refused = notSent(message);
	return recipients.map((recipient) => ({ ...recipient, message: refused }));
}

const sendingNone = (recipients: Recipient[]): Recipient[] =>
	recipients.map((recipient) =>
		isProblem(recipient.message) ? recipient : { ...recipient, message: WOULD_BE_SENT },
	);

const WOULD_BE_SENT = asProblem('DRY_RUN');
