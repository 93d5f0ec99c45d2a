import type { INodeProperties } from 'n8n-workflow';
import { fieldHint } from '../n8n/builderHint';
import {
	excludeShortCodeOption,
	movedToOptions,
	recordInterfaceOption,
} from '../n8n/interface.fields';
import { EVENTS } from './events';

const forRecords = { show: { events: ['reply', 'shortCodeMessage'] } };

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

export const triggerFields: INodeProperties[] = [
	{
		displayName: 'Trigger On',
		name: 'events',
		type: 'multiOptions',
		required: true,
		default: ['reply'],
		options: EVENTS.map(({ option }) => option),
	},
	{
		displayName:
			'The gateway hands out each reply and short code message once only. Use one active trigger for each account: two of them, or a trigger and a Get New operation, share the records between them.',
		name: 'onceOnlyNotice',
		type: 'notice',
		default: '',
		displayOptions: forRecords,
	},
	{
		displayName:
			"With 'New Reply' chosen too, replies are read over the query interface, which can leave short code messages out of them. There, a text can pass for a reply of another number. If 'Interface' is XML that cannot happen, but each short code message comes as both events.",
		name: 'bothEventsNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { events: ['shortCodeMessage'] } },
	},
	{
		displayName:
			"Watches the messages whose IDs are given here, and no others: it does not see what other nodes send. To follow messages that a workflow sends, use the example 'Delivery Tracking' of the documentation.",
		name: 'statusChangeNotice',
		type: 'notice',
		default: '',
		displayOptions: { show: { events: ['statusChange'] } },
	},
	{
		displayName: 'Message IDs',
		name: 'messageIds',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 4711, 4712',
		description:
			'The messages to watch, at most 10,000, separated by commas, semicolons, spaces or new lines. This is for a list that is known beforehand.',
		builderHint: fieldHint(
			'Only IDs that are known before the workflow is published. The trigger cannot watch what another node sends.',
		),
		displayOptions: { show: { events: ['statusChange'] } },
	},
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [
			{
				...excludeShortCodeOption,
				displayOptions: {
					show: { '/events': ['reply'] },
					hide: { '/events': ['shortCodeMessage'] },
				},
			},
			testDataOption,
			recordInterfaceOption,
		],
	},
	movedToOptions(excludeShortCodeOption),
	movedToOptions(testDataOption),
];
