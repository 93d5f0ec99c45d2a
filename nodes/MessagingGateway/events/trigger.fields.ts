import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { OptionError, readOptions, unusableOptions } from '../fields/options';
import {
	excludeShortCodeOption,
	notice,
	optionsField,
	recordInterfaceOption,
} from '../fields/shared.fields';
import { INTERFACES } from '../gateway/interfaces/choice';
import { fieldHint } from '../host/olderVersions';
import { EVENTS } from './choice';
import { MAX_WATCHED_IDS } from './statusChange.event';

const ONCE_ONLY =
	'The gateway returns each reply and short code message once only. Use one active trigger for each account: two of them, or a trigger and a Get New operation, share the records between them.';

const testDataOption: INodeProperties = {
	displayName: 'Fetch Test Event Returns',
	name: 'testData',
	type: 'options',
	default: 'sample',
	options: [
		{
			name: 'Live Records',
			value: 'live',
			description:
				'Takes what is new from the gateway, for good: the active workflow will not get it. Tries the connection.',
		},
		{
			name: 'Samples',
			value: 'sample',
			description:
				'Shows made-up records and takes nothing from the gateway. Does not try the connection.',
		},
	],
	description:
		'What a test in the editor shows for replies and short code messages. It makes no difference to the active workflow.',
	displayOptions: { show: { '/events': ['reply', 'shortCodeMessage'] } },
};

const triggerOptions = optionsField([
	{
		...excludeShortCodeOption,
		displayOptions: {
			show: { '/events': ['reply'] },
			hide: { '/events': ['shortCodeMessage'] },
		},
	},
	testDataOption,
	recordInterfaceOption,
]);

export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['reply'],
		options: EVENTS.map(({ option }) => option),
	},
	notice('onceOnlyNotice', ONCE_ONLY, {
		show: { events: ['reply'] },
		hide: { events: ['shortCodeMessage'] },
	}),
	notice(
		'bothEventsNotice',
		`${ONCE_ONLY} With 'New Reply' and 'New Short Code Message' together, replies are read over the query interface, so that no short code message comes twice. There the password is in the address of the request, and somebody can write a text that looks like a reply from another number. With 'Interface' set to XML neither can happen, but a short code message may come as either or both events.`,
		{ show: { events: ['shortCodeMessage'] } },
	),
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 4711, 4712',
		description: `The messages to watch, at most ${MAX_WATCHED_IDS.toLocaleString('en')}, separated by commas, semicolons, spaces or new lines. This is for a list that is known beforehand: the trigger does not see what other nodes send. To follow those messages, use the example 'Delivery Tracking' of the documentation.`,
		builderHint: fieldHint(
			'Only IDs that are known before the workflow is published. The trigger cannot watch what another node sends.',
		),
		displayOptions: { show: { events: ['statusChange'] } },
	},
	triggerOptions,
];

/**
 * Reads the options of the trigger.
 *
 * @throws NodeOperationError for a value that its field does not offer
 */
export function readTriggerOptions(context: IPollFunctions): IDataObject {
	const typed: unknown = context.getNodeParameter('options', {});
	// Most triggers have none.
	const isEmpty = typed?.constructor === Object && Object.keys(typed).length === 0;
	const options = isEmpty ? {} : checkedOptions(context, typed);
	return { ...options, excludeShortCode: excludesShortCode(context, options) };
}

function checkedOptions(context: IPollFunctions, typed: unknown): IDataObject {
	try {
		return readOptions([triggerOptions], () => typed);
	} catch (error) {
		throw error instanceof OptionError ? unusableOptions(context, error) : error;
	}
}

/**
 * Whether to leave messages to short codes out of the replies: with both events they would come twice. An
 * interface that cannot do so is still used if it was chosen, as on it no reply can be forged.
 */
function excludesShortCode(
	context: IPollFunctions,
	{ interface: chosen, excludeShortCode }: IDataObject,
): boolean {
	if (excludeShortCode === true) return true;
	const events: unknown[] = [context.getNodeParameter('events', [])].flat();
	if (!events.includes('shortCodeMessage')) return false;
	const via = INTERFACES.find(({ name, reply }) => name === chosen && reply);
	return !via || via.replyWithoutShortCode !== undefined;
}
