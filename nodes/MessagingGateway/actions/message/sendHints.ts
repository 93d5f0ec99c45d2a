import type { IExecuteFunctions } from 'n8n-workflow';
import type { Hint } from '../../host/hints';
import { counted } from '../../fields/values';
import { isDone, isUnknown, type Row } from '../../rows/row';
import { countryHints } from '../../fields/numbers';
import { replacedHint, unsupportedHint } from './outgoing/contentHints';
import { duplicatesIn } from './outgoing/duplicates';
import type { Recipient } from './outgoing/readRecipients';
import { scheduleHint, timeHints } from './schedule/timeHints';

/** What the hints of a run depend on beside its rows. */
interface Circumstances {
	/** Time zone of the gateway's clock. */
	zone?: string | undefined;
	sendOnce?: boolean;
	/** The credits that the account has, if a dry run has read them. */
	credits?: number | undefined;
}

/** The hints on what was sent, the most important first: few of them are shown. */
export function hints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	rows: Row[],
	{ zone = 'UTC', sendOnce = false, credits }: Circumstances = {},
): Hint[] {
	const those = (pass: (row: Row) => boolean): Recipient[] =>
		recipients.filter((_, index) => pass(rows[index] as Row));
	const sent = those((row) => isDone(row) || isUnknown(row) || isDryRun(row));
	return [
		// A dry run sends nothing, and is asked for its sums.
		dryRunHint(those(isDryRun), sendOnce, credits),
		// Somebody else may get the message, or read something else, or at another time, or twice.
		...countryHints(sent),
		replacedHint(sent),
		unsupportedHint(sent),
		...timeHints(sent, context.getTimezone(), zone),
		duplicatesHint(sent),
		sendOnce ? alreadySentHint(rows) : undefined,
		scheduleHint(sent, context.getTimezone()),
	];
}

const isDryRun = ({ json }: Row): boolean => json.result === 'DRY_RUN';

function dryRunHint(recipients: Recipient[], sendOnce: boolean, credits?: number): Hint {
	if (recipients.length === 0) return undefined;
	const parts = recipients.reduce((sum, recipient) => sum + (recipient.parts ?? 0), 0);
	const messages = counted(recipients.length, 'message');
	const balance = credits === undefined ? '' : `, and the account has ${credits}`;
	const cost = ` If a part costs one credit, this needs ${counted(parts, 'credit')}${balance}.`;
	const known = sendOnce
		? ' Those that were sent before with their reference would not be: a dry run cannot find out which.'
		: '';
	return `Dry run: nothing was sent. ${messages} of ${counted(parts, 'part')} in all would be.${cost}${known}`;
}

function alreadySentHint(rows: Row[]): Hint {
	const known = rows.filter(({ json }) => json.result === 'ALREADY_SENT').length;
	if (known === 0) return undefined;
	const were = known === 1 ? 'was' : 'were';
	return `${known} of ${rows.length} messages ${were} not sent, as one with the same reference was sent to the same number before, or may have been.`;
}

function duplicatesHint(sent: Recipient[]): Hint {
	const { size } = duplicatesIn(sent);
	if (size === 0) return undefined;
	return `${counted(size, 'message')} went to a number that got the same text in this run. Turn on 'Skip Duplicates' to send one only.`;
}
