import type { INodeProperties } from 'n8n-workflow';
import { fieldHint } from '../host/olderVersions';
import { notice } from '../fields/shared.fields';
import { EVENTS } from './events';
import { triggerOptions } from './triggerOptions';

const ONCE_ONLY =
	'The gateway returns each reply and short code message once only. Use one active trigger for each account: two of them, or a trigger and a Get New operation, share the records between them.';

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
		`${ONCE_ONLY} With 'New Reply' and 'New Short Code Message' together, replies are read over the query interface, which leaves short code messages out of them, but where a text can pass for a reply of another number. With 'Interface' set to XML that cannot happen, but a short code message may come as either or both events.`,
		{ show: { events: ['shortCodeMessage'] } },
	),
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 4711, 4712',
		description:
			"The messages to watch, at most 10,000, separated by commas, semicolons, spaces or new lines. This is for a list that is known beforehand: the trigger does not see what other nodes send. To follow those messages, use the example 'Delivery Tracking' of the documentation.",
		builderHint: fieldHint(
			'Only IDs that are known before the workflow is published. The trigger cannot watch what another node sends.',
		),
		displayOptions: { show: { events: ['statusChange'] } },
	},
	triggerOptions,
];
