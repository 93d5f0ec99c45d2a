import type { IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../fields/values';
import type { Result } from '../../gateway/exchange/exchange';
import type { Hint } from '../../host/hints';
import { isDone, isUnknown, type Row } from '../../rows/row';
import { contentHints } from './outgoing/contentHints';
import type { Recipient } from './outgoing/readRecipients';
import { scheduleHint, timeHints } from './schedule/timeHints';

interface Circumstances {
	gatewayZone: string;
	sendOnce: boolean;
	/** The balance of the account, if a dry run has asked for it. */
	balance: Result<number> | undefined;
}

/** The hints on what was sent, the most important first: few of them are shown. */
export function sendHints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	rows: Row[],
	{ gatewayZone, sendOnce, balance }: Circumstances,
): Hint[] {
	const ofRows = (isMeant: (row: Row) => boolean): Recipient[] =>
		recipients.filter((_, index) => isMeant(rows[index] as Row));
	const sent = ofRows((row) => isDone(row) || isUnknown(row) || isDryRun(row));
	const zone = context.getTimezone();
	return [
		// A dry run sends nothing, and is asked for its sums.
		dryRunHint(ofRows(isDryRun), sendOnce, balance),
		// Somebody else may get the message, or read something else, or at another time, or twice.
		...contentHints(sent),
		...timeHints(sent, zone, gatewayZone),
		duplicatesHint(sent),
		sendOnce ? alreadySentHint(rows) : undefined,
		scheduleHint(sent, zone),
	];
}

const isDryRun = ({ json }: Row): boolean => json.result === 'DRY_RUN';

function dryRunHint(recipients: Recipient[], sendOnce: boolean, balance?: Result<number>): Hint {
	if (recipients.length === 0) return undefined;
	const parts = recipients.reduce((sum, recipient) => sum + (recipient.parts ?? 0), 0);
	const messages = counted(recipients.length, 'message');
	const cost = `If a part costs one credit, this needs ${counted(parts, 'credit')}${balanceInWords(balance)}.`;
	const unchecked = sendOnce
		? ' Messages that were sent before with their reference would not: a dry run cannot tell which.'
		: '';
	return `Dry run: nothing was sent. ${messages} of ${counted(parts, 'part')} in all would go out. ${cost}${unchecked}`;
}

function balanceInWords(balance?: Result<number>): string {
	if (balance === undefined) return '';
	return balance.ok
		? `, and the account has ${balance.value}`
		: `. The balance cannot be read: ${balance.failure.message}`;
}

function alreadySentHint(rows: Row[]): Hint {
	const known = rows.filter(({ json }) => json.result === 'ALREADY_SENT').length;
	if (known === 0) return undefined;
	const were = known === 1 ? 'was' : 'were';
	return `${known} of ${rows.length} messages ${were} not sent again: the same reference was sent to the same number before, or may have been.`;
}

function duplicatesHint(sent: Recipient[]): Hint {
	const { length } = sent.filter(({ isDuplicate }) => isDuplicate);
	if (length === 0) return undefined;
	const go = counted(length, 'message goes', 'messages go');
	return `${go} to a number that gets the same text already. Turn on 'Skip Duplicates' to send one only.`;
}
