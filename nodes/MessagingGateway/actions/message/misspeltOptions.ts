import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { hiddenField } from '../../n8n/usualFields';

/** Options without which more would be sent than is meant, or at another time. */
const GUARDS = [
	'closedDates',
	'dryRun',
	'failWhen',
	'maxParts',
	'maxRecipients',
	'messagesPerMinute',
	'onUnsupportedCharacters',
	'scheduledAt',
	'sendBetween',
	'sendOnce',
	'skipDuplicates',
];

/** A name in other letters, as in `dryrun`, `DryRun` and `dry_run`. */
const spellingsOf = (name: string): string[] => [
	name.toLowerCase(),
	name.charAt(0).toUpperCase() + name.slice(1),
	name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
];

const RIGHT_NAMES = new Map(
	GUARDS.flatMap((name) => spellingsOf(name).map((spelling) => [spelling, name] as const)),
);

/** Hidden options of these names: n8n drops an option that has no field, and the message would go out. */
export const misspeltOptions: INodeProperties[] = [...RIGHT_NAMES].map(([name, displayName]) =>
	hiddenField({ displayName, name, type: 'string', default: '' }),
);

/** The sentence for an option whose name is misspelt; undefined without one. */
export function misspelling(options: IDataObject): string | undefined {
	const name = Object.keys(options).find((key) => RIGHT_NAMES.has(key));
	return name && `There is no option "${name}". It is written ${RIGHT_NAMES.get(name)}`;
}
