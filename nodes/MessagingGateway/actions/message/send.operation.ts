import type { IExecuteFunctions } from 'n8n-workflow';
import { retryingReads, type Connection } from '../../gateway/exchange/exchange';
import { getBalance } from '../../gateway/operations/account';
import { operationError } from '../../host/errors';
import { addHints } from '../../host/hints';
import { answersModel } from '../../host/execution';
import { connect } from '../../host/transport';
import { withInputFields } from '../../rows/inputFields';
import { errorHandling, itemsOfChange } from '../../rows/output';
import type { Row } from '../../rows/row';
import type { Operation } from '../operation';
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
	toolDescription:
		'Sends an SMS to real people. Each message is paid for and cannot be taken back. Numbers: in international form with + and country code, such as +27821234567, several separated by commas. Text: plain words without markup or emoji, at most 160 characters where possible; longer ones are billed as several messages, at most 918 in all. Put a message to several people into one call. Each number gets one row: result ACCEPTED means it was sent. Never send again after ACCEPTED, ALREADY_SENT or UNCONFIRMED, as the person would get it twice. After any other result, correct what the description says before another try.',
	fields: sendFields,
	async execute(context, options) {
		const connection = await connect(context);
		const typed = await readRecipients(context, options, connection.country);
		const run = readRunOptions(context, options, typed.length);
		const recipients = scheduleRecipients(check(context, typed, run), run);
		const rows = await sendRecipients(context, connection, recipients, run);
		const items = itemsOfChange(context, rows, run.failWhen, WORDING);
		if (run.dryRun) await addSums(context, connection, rows, run);
		addHints(context, () => sendHints(context, recipients, rows, run));
		return run.includeInputFields ? withInputFields(context, items) : items;
	},
};

/** Adds the sums of a dry run, with the balance where a person reads them. */
async function addSums(
	context: IExecuteFunctions,
	connection: Connection,
	rows: Row[],
	{ sendOnce }: RunOptions,
): Promise<void> {
	const balance = answersModel(context) ? undefined : await getBalance(retryingReads(connection));
	addHints(context, () => [dryRunHint(rows, sendOnce, balance)]);
}

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
	return recipients.map((recipient) => ({ ...recipient, message: notSent(message) }));
}
