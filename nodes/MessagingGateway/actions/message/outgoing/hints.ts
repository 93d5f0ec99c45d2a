import { DateTime } from 'luxon';
import type { IExecuteFunctions } from 'n8n-workflow';
import { briefly, otherReadingHint } from '../../../fields/numbers';
import { counted } from '../../../fields/values';
import type { Result } from '../../../gateway/exchange/exchange';
import type { OutgoingMessage } from '../../../gateway/interfaces/interface';
import { groupBy } from '../../../gateway/specification/lists';
import type { Hint } from '../../../host/hints';
import { isDone, isUnknown, type Row } from '../../../rows/row';
import { plainly } from '../replacements';
import type { RunOptions } from '../runOptions';
import type { TimeNote, Timing } from '../schedule/readTiming';
import type { Recipient } from './readRecipients';
import { contentOf } from './scheduleRecipients';

/** Most characters and times in a hint; nobody reads a longer list. */
const MAX_CHARACTERS = 20;
const MAX_TIMES = 3;

/** The hints on what was sent, or would be, the most important first: few of them are shown. */
export function sendHints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	rows: Row[],
	{ sendOnce }: RunOptions,
): Hint[] {
	const sent = recipients.filter((_, index) => mayHaveGoneOut(rows[index] as Row));
	const isPlain = !sent.some(isSpecial);
	return [
		// Somebody else may get the message, or read something else, or twice, or at another time.
		...(isPlain ? [] : contentHints(sent)),
		sent.length > 1 ? copiesHint(sent) : undefined,
		...(isPlain ? [] : timeHints(sent, context.getTimezone())),
		sendOnce ? alreadySentHint(rows) : undefined,
	];
}

const mayHaveGoneOut = (row: Row): boolean =>
	isDone(row) || isUnknown(row) || row.json.result === 'DRY_RUN';

/** Whether there is something to say about a recipient alone. */
const isSpecial = (recipient: Recipient): boolean =>
	recipient.otherReading !== undefined ||
	recipient.replacedCharacters.length > 0 ||
	recipient.unsupportedCharacters.length > 0 ||
	recipient.scheduledAt !== null ||
	recipient.note !== undefined;

/** The sums of a dry run. */
export function dryRunHint(rows: Row[], sendOnce: boolean, balance?: Result<number>): Hint {
	const out = rows.filter(({ json }) => json.result === 'DRY_RUN');
	if (out.length === 0) return undefined;
	const parts = out.reduce((sum, { json }) => sum + Number(json.parts), 0);
	const messages = counted(out.length, 'message');
	const cost = `If a part costs one credit, this needs ${counted(parts, 'credit')}${ofBalance(balance)}.`;
	const unchecked = sendOnce
		? ' Messages that were sent before with their reference would not: a dry run cannot tell which.'
		: '';
	return `Dry run: nothing was sent. ${messages} of ${counted(parts, 'part')} in all would go out. ${cost}${unchecked}`;
}

function ofBalance(balance?: Result<number>): string {
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

function replacedHint(sent: Recipient[]): Hint {
	const changed = sent.filter(({ replacedCharacters }) => replacedCharacters.length > 0);
	if (changed.length === 0) return undefined;
	const named = firstCharacters(
		changed.flatMap(({ replacedCharacters }) => replacedCharacters),
	).map((character) => `${visibly(character)} by ${visibly(plainly(character))}`);
	const recipients = briefly(changed.map(({ recipient }) => recipient));
	return `SMS cannot carry some characters, so they were replaced: ${named.join(', ')}. In the text to ${recipients}.`;
}

function unsupportedHint(sent: Recipient[]): Hint {
	const strange = sent.filter(({ unsupportedCharacters }) => unsupportedCharacters.length > 0);
	if (strange.length === 0) return undefined;
	const characters = firstCharacters(
		strange.flatMap(({ unsupportedCharacters }) => unsupportedCharacters),
	);
	const count = new Set(strange.map(({ item }) => item)).size;
	const texts = counted(count, 'text holds', 'texts hold');
	return `${texts} characters that SMS cannot carry: ${characters.map(visibly).join(', ')}. The recipient will see a question mark, something else or nothing in their place. Change the text, or choose Refuse in 'Emoji and Special Characters'.`;
}

const firstCharacters = (characters: string[]): string[] =>
	[...new Set(characters)].slice(0, MAX_CHARACTERS);

const INVISIBLE: Record<string, string> = {
	'': 'nothing',
	' ': 'space',
	'\t': 'tab',
	'\u00A0': 'no-break space',
	'\u00AD': 'soft hyphen',
	'\u200B': 'zero-width space',
	'\u200D': 'zero-width joiner',
	'\uFE0F': 'variation selector',
};

/** Characters as they can be shown in a sentence: themselves, or the name or code of one that cannot be seen. */
function visibly(characters: string): string {
	const named = INVISIBLE[characters];
	if (named !== undefined) return named;
	if (/^[^\p{C}\p{Z}\p{M}]+$/u.test(characters)) return characters;
	const code = (characters.codePointAt(0) as number).toString(16).toUpperCase().padStart(4, '0');
	return `U+${code}`;
}

/**
 * The hints on messages that go out at another time than at once, first at one that nobody may expect.
 *
 * @param zone IANA name of the workflow's time zone
 */
export function timeHints(sent: Timing[], zone: string): Hint[] {
	const noted = groupBy(sent, ({ note }) => note);
	const withNote = (note?: TimeNote): Timing[] => noted.get(note) ?? [];
	const isPaced = withNote('paced').length > 0;
	return [
		scheduledFor(withNote('meansMidnight'), zone, MEANS_MIDNIGHT),
		atOnceHint(withNote('isEmpty'), 'is empty', 'which means at once'),
		atOnceHint(
			withNote('wasPast'),
			'had passed',
			"and 'If Scheduled Time Is Past' is set to send at once",
		),
		scheduledFor(withNote('outsideHours'), zone, OUTSIDE_HOURS),
		isPaced ? pacedHint(sent, zone) : scheduledFor(withNote(), zone, ''),
	];
}

const MEANS_MIDNIGHT =
	': a date without a time of day means midnight. Write the time as in 2026-12-24 10:00:00';
const OUTSIDE_HOURS = ": 'Send Between' or 'Closed Dates' allow no earlier time";

const atOnceHint = ({ length }: Timing[], was: string, meaning: string): Hint =>
	length > 0 ? `'Scheduled At' ${was} for ${counted(length, 'message')}, ${meaning}.` : undefined;

function scheduledFor(sent: Timing[], zone: string, reason: string): Hint {
	const times = timesOf(sent);
	if (times.length === 0) return undefined;
	const named = times.slice(0, MAX_TIMES).map((time) => describeMoment(time, zone));
	const others = times.length > MAX_TIMES ? ' and other times' : '';
	return `Scheduled for ${named.join('; ')}${others}${reason}.`;
}

/** The different times, each ISO 8601, the earliest first. */
const timesOf = (sent: Timing[]): string[] =>
	[...new Set(sent.flatMap(({ scheduledAt }) => scheduledAt ?? []))].sort();

function pacedHint(sent: Timing[], zone: string): Hint {
	const times = timesOf(sent).map((time) => describeMoment(time, zone));
	const startsNow = sent.some(({ scheduledAt }) => scheduledAt === null);
	const first = startsNow ? 'the first go out at once' : `the first go out at ${times[0]}`;
	return `'Messages per Minute' spreads the messages: ${first}, the last at ${times.at(-1)}.`;
}

/** A minute for people: in their zone, and in GMT where a clock shows another time then. */
function describeMoment(iso: string, zone: string): string {
	const inGmt = formatMinute(iso, 'UTC');
	const local = formatMinute(iso, zone);
	return local === inGmt ? `${local} ${zone}` : `${local} ${zone} (${inGmt} GMT)`;
}

const formatMinute = (iso: string, zone: string): string =>
	DateTime.fromISO(iso, { zone }).toFormat('yyyy-MM-dd HH:mm');
