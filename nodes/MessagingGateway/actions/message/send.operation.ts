import type { IExecuteFunctions } from 'n8n-workflow';
import { retryingReads, type Connection } from '../../gateway/exchange/exchange';
import { getBalance } from '../../gateway/operations/account';
import { MAX_MESSAGE_LENGTH, SINGLE_PART_LENGTH } from '../../gateway/specification/limits';
import { operationError } from '../../host/errors';
import { addHints } from '../../host/hints';
import { answersModel } from '../../host/execution';
import { connect } from '../../host/transport';
import { withInputFields } from '../../rows/inputFields';
import { errorHandling, itemsOfChange } from '../../rows/output';
import type { Operation } from '../operation';
import { sendAsTool } from './once/sendOnceAsTool';
import { dryRunHint, sendHints } from './outgoing/hints';
import { readRecipients, type Recipient } from './outgoing/readRecipients';
import { scheduleRecipients } from './outgoing/scheduleRecipients';
import { sendRecipients, WORDING } from './outgoing/sendRecipients';
import { notSent } from './problem';
import { readRunOptions, type RunOptions } from './runOptions';
import { sendFields } from './send.fields';

/** Sends the messages of all items together, and returns a row for each recipient. */
export const send: Operation = {
	option: {
		name: 'Send',
		value: 'send',
		action: 'Send SMS messages',
		description: 'Send an SMS to one or more numbers, at once or at a given time',
	},
	toolDescription: `Sends an SMS to real people, at once: it cannot schedule, and nothing can be taken back. Each message is paid for. Numbers: only those that the user or the data gave, never guessed, in international form with + and country code, several separated by commas. Text: plain words without markup or emoji, at most ${SINGLE_PART_LENGTH} characters where possible; longer ones are billed as several messages, at most ${MAX_MESSAGE_LENGTH} in all. Put a message to several people into one call. Each number gets one row. ACCEPTED means handed to the network: delivery is not known yet. After ACCEPTED, ALREADY_SENT, UNCONFIRMED or REJECTED never send it again, in other words either: the person would get it twice. After any other result nothing was sent: correct what the row names and call again. If you cannot (opt-out, credits, login), stop and tell the user.`,
	fields: sendFields,
	async execute(context, options) {
		const connection = await connect(context);
		const typed = await readRecipients(context, options, connection.country);
		const run = readRunOptions(context, options, typed.length);
		const allowed = run.problem ? refuseAll(context, typed, run.problem) : typed;
		const recipients = scheduleRecipients(allowed, run);
		const sendTo = async (some: Recipient[]) =>
			await sendRecipients(context, connection, some, run);
		if (answersModel(context) && !run.dryRun) {
			const rows = await sendAsTool(context, recipients, run.maxRecipients, sendTo);
			return itemsOfChange(context, rows, run.failWhen, WORDING);
		}
		const rows = await sendTo(recipients);
		const items = itemsOfChange(context, rows, run.failWhen, WORDING);
		if (run.dryRun) {
			const balance = answersModel(context) ? '' : await balanceInWords(connection);
			addHints(context, () => [dryRunHint(context, rows, run, balance)]);
		}
		const circumstances = { ...run, gatewayZone: connection.clock.zone };
		addHints(context, () => sendHints(context, recipients, rows, circumstances));
		return run.includeInputFields ? withInputFields(context, items) : items;
	},
};

async function balanceInWords(connection: Connection): Promise<string> {
	const balance = await getBalance(retryingReads(connection));
	return balance.ok
		? `, and the account has ${balance.value}`
		: `. The balance cannot be read: ${balance.failure.message}`;
}

function refuseAll(
	context: IExecuteFunctions,
	recipients: Recipient[],
	{ message, description }: NonNullable<RunOptions['problem']>,
): Recipient[] {
	const refused = notSent(message);
	if (answersModel(context)) throw operationError(context, refused.description, '');
	if (errorHandling(context) === 'stop') throw operationError(context, message, description);
	return recipients.map((recipient) => ({ ...recipient, message: refused }));
}
