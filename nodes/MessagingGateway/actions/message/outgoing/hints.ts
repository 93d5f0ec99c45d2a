import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { briefly, otherReadingHint } from '../../../fields/numbers';
import { describeMoment } from '../../../fields/moment';
import { counted } from '../../../fields/sentences';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { groupBy } from '../../../gateway/specification/lists';
import type { Hint } from '../../../host/hints';
import { mayHaveTakenEffect, type Row } from '../../../rows/row';
import { isVisible, plainly, visibly } from '../replacements';
import type { RunOptions } from '../runOptions';
import type { TimeNote, Timing } from '../schedule/readTiming';
import type { Recipient } from './readRecipients';
import { contentOf } from './scheduleRecipients';

const MAX_CHARACTERS = 20;
const MAX_TIMES = 3;
/** Most items whose expressions a dry run looks at: n8n takes half a millisecond for each. */
const MAX_ITEMS = 100;

/** The hints on what was sent, or would be, the most important first: few of them are shown. */
export function sendHints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	rows: Row[],
	{ sendOnce, gatewayZone }: RunOptions & { gatewayZone: string },
): Hint[] {
	const sent = recipients.filter((_, index) => mayHaveGoneOut(rows[index] as Row));
	const isPlain = !sent.some(isSpecial);
	return [
		// Somebody else may get the message, or read something else, or twice, or at another time.
		...(isPlain ? [] : [clockHint(context, sent, gatewayZone), ...contentHints(sent)]),
		sent.length > 1 ? copiesHint(sent) : undefined,
		...(isPlain ? [] : timeHints(sent, context.getTimezone())),
		sendOnce ? alreadySentHint(rows) : undefined,
	];
}

const isDryRun = ({ json }: Row): boolean => json.result === 'DRY_RUN';

const mayHaveGoneOut = (row: Row): boolean => mayHaveTakenEffect(row) || isDryRun(row);

const isSpecial = (recipient: Recipient): boolean =>
	recipient.otherReading !== undefined ||
	recipient.replacedCharacters.length > 0 ||
	recipient.unsupportedCharacters.length > 0 ||
	recipient.scheduledAt !== null ||
	recipient.hours !== undefined ||
	recipient.note !== undefined;

/**
 * The sums of a dry run, and what its texts may have lost.
 *
 * @param balance the words for it, which follow the credits that are needed
 */
export function dryRunHint(
	context: IExecuteFunctions,
	rows: Row[],
	{ sendOnce }: RunOptions,
	balance: string,
): Hint {
	const out = rows.filter(isDryRun);
	if (out.length === 0) return undefined;
	const parts = out.reduce((sum, { json }) => sum + Number(json.parts), 0);
	const messages = counted(out.length, 'message');
	const cost = `If a part costs one credit, this needs ${counted(parts, 'credit')}${balance}.`;
	const unchecked = sendOnce
		? ' Messages that were sent before with their reference would not: a dry run cannot tell which.'
		: '';
	return `Dry run: nothing was sent. ${messages} of ${counted(parts, 'part')} in all would go out. ${cost}${unchecked}${emptyPartsOf(context)}`;
}

/** The expressions in the text that give nothing, as n8n gives for a column that is not there. */
function emptyPartsOf(context: IExecuteFunctions): string {
	const typed = String(context.getNodeParameter('text', 0, '', { rawExpressions: true }));
	const parts = typed.startsWith('=') ? (typed.match(/\{\{.*?\}\}/gs) ?? []) : [];
	const items = context.getInputData().slice(0, MAX_ITEMS);
	const isEmpty = (value: unknown): boolean => String(value ?? '').trim() === '';
	const counts = parts.map((part) => {
		const { length } = items.filter((_, item) => isEmpty(context.evaluateExpression(part, item)));
		return length > 0 ? ` ${part} gives nothing for ${length} of ${items.length} items.` : '';
	});
	return counts.join('');
}

/** The hint on hours by a clock that nobody may have chosen: a new n8n has New York's. */
function clockHint(context: IExecuteFunctions, sent: Timing[], gatewayZone: string): Hint {
	if (!sent.some(({ hours }) => hours)) return undefined;
	const [zone, now] = [context.getTimezone(), DateTime.now()];
	const [own, gateways] = [now.setZone(zone), now.setZone(gatewayZone)];
	const isElsewhere = !/^(?:Etc\/|GMT|UTC)/.test(gatewayZone) && own.offset !== gateways.offset;
	if (!isElsewhere && context.getMode() !== 'manual') return undefined;
	const there = isElsewhere
		? `, and ${gateways.toFormat('HH:mm')} in ${gatewayZone}, the gateway's`
		: '';
	return `It is now ${own.toFormat('HH:mm')} in ${zone}, the workflow's time zone, by which the hours go${there}. Change it in the settings of the workflow.`;
}

function alreadySentHint(rows: Row[]): Hint {
	const known = rows.filter(({ json }) => json.result === 'ALREADY_SENT').length;
	if (known === 0) return undefined;
	const were = known === 1 ? 'was' : 'were';
	return `${known} of ${rows.length} messages ${were} not sent again: the same reference was sent to the same number before, or may have been.`;
}

function copiesHint(sent: Recipient[]): Hint {
	// Most numbers stand once. Looking at their texts too would take long.
	if (new Set(sent.map(({ number }) => number)).size === sent.length) return undefined;
	const contents = new Set(sent.map(({ message }) => contentOf(message as OutgoingMessage)));
	const copies = sent.length - contents.size;
	if (copies === 0) return undefined;
	const go = counted(copies, 'message goes', 'messages go');
	return `${go} to a number that gets the same text already. Turn on 'Skip Duplicates' to send one only.`;
}

/** The hints on messages that somebody else may get, or that people read otherwise than they were typed. */
export const contentHints = (sent: Recipient[]): Hint[] => [
	otherReadingHint(sent),
	replacedHint(sent),
	unsupportedHint(sent),
];

/** Leaves out what cannot be seen, such as a no-break space: the text reads the same without it. */
function replacedHint(sent: Recipient[]): Hint {
	const changed = sent.filter(({ replacedCharacters }) => replacedCharacters.some(isVisible));
	if (changed.length === 0) return undefined;
	const replaced = changed.flatMap(({ replacedCharacters }) => replacedCharacters);
	const named = firstCharacters(replaced.filter(isVisible)).map(
		(character) => `${character} by ${plainly(character) || 'nothing'}`,
	);
	const recipients = briefly(changed.map(({ recipient }) => recipient));
	return `SMS cannot carry some characters, so they were replaced: ${named.join(', ')}. In the text to ${recipients}.`;
}

function unsupportedHint(sent: Recipient[]): Hint {
	const strange = sent.filter(({ unsupportedCharacters }) => unsupportedCharacters.length > 0);
	if (strange.length === 0) return undefined;
	const characters = strange.flatMap(({ unsupportedCharacters }) => unsupportedCharacters);
	const named = firstCharacters(characters).map(visibly).join(', ');
	const count = new Set(strange.map(({ item }) => item)).size;
	const texts = counted(count, 'text holds', 'texts hold');
	return `${texts} characters that SMS cannot carry: ${named}. The recipient will see a question mark, something else or nothing in their place. Change the text, or choose Refuse in 'Emoji and Special Characters'.`;
}

const firstCharacters = (characters: string[]): string[] =>
	[...new Set(characters)].slice(0, MAX_CHARACTERS);

/** The hints on messages that go out at another time than at once, first at one that nobody may expect. */
export function timeHints(sent: Timing[], zone: string): Hint[] {
	const noted = groupBy(sent, ({ note }) => note);
	const scheduled = (note?: TimeNote, reason = ''): Hint =>
		scheduledFor(noted.get(note) ?? [], zone, reason);
	return [
		scheduled('meansMidnight', MEANS_MIDNIGHT),
		atOnceHint(noted.get('isEmpty'), 'is empty', 'which means at once'),
		atOnceHint(noted.get('wasPast'), 'had passed', MAY_BE_PAST),
		scheduled('outsideHours', ": 'Send Between' or 'Closed Dates' allow no earlier time"),
		noted.has('paced') ? pacedHint(sent, zone) : scheduled(),
	];
}

const MEANS_MIDNIGHT =
	': a date without a time of day means midnight. Write the time as in 2026-12-24 10:00:00';
const MAY_BE_PAST = "and 'If Scheduled Time Is Past' is set to send at once";

const atOnceHint = (sent: Timing[] | undefined, was: string, meaning: string): Hint =>
	sent && `'Scheduled At' ${was} for ${counted(sent.length, 'message')}, ${meaning}.`;

function scheduledFor(sent: Timing[], zone: string, reason: string): Hint {
	const times = timesOf(sent);
	if (times.length === 0) return undefined;
	const named = times.slice(0, MAX_TIMES).map((time) => describeMoment(time, zone));
	const others = times.length > MAX_TIMES ? ' and other times' : '';
	return `Scheduled for ${named.join('; ')}${others}${reason}.`;
}

const timesOf = (sent: Timing[]): string[] =>
	[...new Set(sent.flatMap(({ scheduledAt }) => scheduledAt ?? []))].sort();

function pacedHint(sent: Timing[], zone: string): Hint {
	const times = timesOf(sent).map((time) => describeMoment(time, zone));
	const startsNow = sent.some(({ scheduledAt }) => scheduledAt === null);
	const first = startsNow ? 'the first go out at once' : `the first go out at ${times[0]}`;
	return `'Messages per Minute' spreads the messages: ${first}, the last at ${times.at(-1)}.`;
}
