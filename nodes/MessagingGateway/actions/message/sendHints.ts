import type { IExecuteFunctions } from 'n8n-workflow';
import { characterInWords } from '../../gateway/specification/text';
import { isDone, isUnknown, type Effect } from '../../n8n/effect';
import { counted } from '../../n8n/parameters';
import { countryHint } from '../defaultCountry';
import { duplicatesIn } from './recipients/duplicates';
import type { Recipient } from './recipients/readRecipients';
import { timeHints } from './schedule/timeHints';

/** Most characters in a hint; nobody reads a longer list. */
const MAX_CHARACTERS_IN_HINT = 20;

/** What the hints of a run depend on beside its rows. */
interface Circumstances {
	/** Time zone of the gateway's clock; needed where a message is scheduled. */
	zone?: string | undefined;
	sendOnce?: boolean;
}

/** The sentences about what was sent, to be shown above the items. */
export function hints(
	context: IExecuteFunctions,
	recipients: Recipient[],
	effects: Effect[],
	{ zone = 'UTC', sendOnce = false }: Circumstances = {},
): string[] {
	const sent = recipients.filter((_, index) => {
		const effect = effects[index];
		return effect !== undefined && (isDone(effect) || isUnknown(effect) || isDryRun(effect));
	});
	const texts = [
		dryRunHint(
			recipients.filter((_, index) => isDryRun(effects[index])),
			sendOnce,
		),
		alreadySentHint(effects),
		...countryHint(sent),
		charactersHint(sent),
		...timeHints(sent, context.getTimezone(), zone),
		duplicatesHint(sent),
	];
	return texts.filter((text) => text !== undefined);
}

const isDryRun = (effect: Effect | undefined): boolean => effect?.outcome.result === 'DRY_RUN';

function dryRunHint(recipients: Recipient[], sendOnce: boolean): string | undefined {
	if (recipients.length === 0) return undefined;
	const parts = recipients.reduce((sum, recipient) => sum + (recipient.parts ?? 0), 0);
	const messages = counted(recipients.length, 'message');
	const known = sendOnce
		? ' Those that were sent before with their reference would not be: a dry run cannot find out which.'
		: '';
	return `Dry run: nothing was sent. ${messages} of ${counted(parts, 'part')} in all would be.${known}`;
}

function alreadySentHint(effects: Effect[]): string | undefined {
	const known = effects.filter(({ outcome }) => outcome.result === 'ALREADY_SENT').length;
	if (known === 0) return undefined;
	const were = known === 1 ? 'was' : 'were';
	return `${known} of ${effects.length} messages ${were} not sent, as one with the same reference was sent to the same number before, or may have been.`;
}

function charactersHint(sent: Recipient[]): string | undefined {
	const strange = sent.filter(({ unsupportedCharacters }) => unsupportedCharacters.length > 0);
	if (strange.length === 0) return undefined;
	const characters = new Set<string>();
	for (const { unsupportedCharacters } of strange) {
		if (characters.size >= MAX_CHARACTERS_IN_HINT) break;
		for (const character of unsupportedCharacters) characters.add(character);
	}
	const named = [...characters].slice(0, MAX_CHARACTERS_IN_HINT).map(characterInWords).join(', ');
	const count = new Set(strange.map(({ item }) => item)).size;
	const texts = counted(count, 'text holds', 'texts hold');
	const remedy = strange.some(({ isReplaced }) => isReplaced)
		? "There is nothing that 'Emoji and Special Characters' can replace them with: change the text, or choose Refuse there."
		: "Choose in 'Emoji and Special Characters' to replace them or to refuse such texts.";
	return `${texts} characters that SMS cannot carry: ${named}. The recipient will see a question mark, something else or nothing in their place. ${remedy}`;
}

function duplicatesHint(sent: Recipient[]): string | undefined {
	const { size } = duplicatesIn(sent);
	if (size === 0) return undefined;
	return `${counted(size, 'message')} went to a number that got the same text in this run. Turn on 'Skip Duplicates' to send one only.`;
}
