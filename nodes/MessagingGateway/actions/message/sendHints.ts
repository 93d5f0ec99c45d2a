import type { IExecuteFunctions } from 'n8n-workflow';
import { counted } from '../../fields/values';
import type { Hint } from '../../host/hints';
import { isDone, isUnknown, type Row } from '../../rows/row';
import { contentHints } from './outgoing/contentHints';
import type { Recipient } from './outgoing/readRecipients';
import { duplicatesIn } from './outgoing/unite';
import { scheduleHint, timeHints } from './schedule/timeHints';

interface Circumstances {
	gatewayZone: string;
	sendOnce: boolean;
	/** The credits that the account has, if a dry run has read them. */
	credits: number | undefined;
}

/** The hints on what was sent, the most important first: few of them are shown. */
export function sendHints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	rows: Row[],
	{ gatewayZone, sendOnce, credits }: Circumstances,
): Hint[] {
	const ofRows = (isMeant: (row: Row) => boolean): Recipient[] =>
		recipients.filter((_, index) => isMeant(rows[index] as Row));
	const sent = ofRows((row) => isDone(row) || isUnknown(row) || isDryRun(row));
	const zone = context.getTimezone();
	return [
		// A dry run sends nothing, and is asked for its sums.
		dryRunHint(ofRows(isDryRun), sendOnce, credits),
		// Somebody else may get the message, or read something else, or at another time, or twice.
		...contentHints(sent),
		...timeHints(sent, zone, gatewayZone),
		duplicatesHint(sent),
		sendOnce ? alreadySentHint(rows) : undefined,
		scheduleHint(sent, zone),
	];
}

const isDryRun = ({ json }: Row): boolean => json.result === 'DRY_RUN';

function dryRunHint(recipients: Recipient[], sendOnce: boolean, credits?: number): Hint {
	if (recipients.length === 0) return undefined;
	const parts = recipients.reduce((sum, recipient) => sum + (recipient.parts ?? 0), 0);
	const messages = counted(recipients.length, 'message');
	const balance = credits === undefined ? '' : `, and the account has ${credits}`;
	const cost = `If a part costs one credit, this needs ${counted(parts, 'credit')}${balance}.`;
	const unchecked = sendOnce
		? ' Messages that were sent before with their reference would not: a dry run cannot tell which.'
		: '';
	return `Dry run: nothing was sent. ${messages} of ${counted(parts, 'part')} in all would go out. ${cost}${unchecked}`;
}

function alreadySentHint(rows: Row[]): Hint {
	const known = rows.filter(({ json }) => json.result === 'ALREADY_SENT').length;
	if (known === 0) return undefined;
	const were = known === 1 ? 'was' : 'were';
	return `${known} of ${rows.length} messages ${were} not sent again: the same reference was sent to the same number before, or may have been.`;
}

function duplicatesHint(sent: Recipient[]): Hint {
	const { size } = duplicatesIn(sent);
	if (size === 0) return undefined;
	return `${counted(size, 'message')} went to a number that got the same text in this run. Turn on 'Skip Duplicates' to send one only.`;
}
