import type { INodeProperties } from 'n8n-workflow';
import { fieldHint } from '../../n8n/builderHint';
import { interfaceOption } from '../../n8n/interface.fields';
import { MAX_REQUESTS_AT_ONCE } from '../../gateway/specification/limits';
import { defaultCountryOption, numbersField, referenceOption, showOnlyFor } from '../shared.fields';
import { maxPartsOption, textField, unsupportedCharactersOption } from './recipients/text.fields';

const displayOptions = showOnlyFor('message', 'send');

export const sendFields: INodeProperties[] = [
	numbersField('message', 'send', 'Who to send the SMS to'),
	{ ...textField, displayOptions },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions,
		options: [
			defaultCountryOption,
			{
				displayName: 'Dry Run',
				name: 'dryRun',
				type: 'boolean',
				default: false,
				description:
					'Whether to do everything but send, and say what would be sent. The value for the first item counts.',
			},
			{
				displayName: 'Fail When',
				name: 'failWhen',
				type: 'options',
				default: 'noneAccepted',
				description:
					'When to stop rather than give a result for each recipient. The value for the first item counts.',
				options: [
					{
						name: 'Any Recipient Is Not Accepted',
						value: 'anyNotAccepted',
						description: 'After all results are known',
					},
					{
						name: 'Never',
						value: 'never',
						description: 'Except for a wrong login or a gateway that cannot be reached at all',
					},
					{
						name: 'No Recipient Is Accepted',
						value: 'noneAccepted',
						description: 'As long as one is accepted, look at the result of each',
					},
				],
			},
			interfaceOption,
			maxPartsOption,
			{
				displayName: 'Max Recipients',
				name: 'maxRecipients',
				type: 'number',
				typeOptions: { minValue: 1 },
				default: 1000,
				description:
					'Send nothing at all if there are more recipients than this, over all items. Without this option there is no limit; as a tool of an AI agent it is 20 a call. The value for the first item counts.',
			},
			unsupportedCharactersOption,
			referenceOption,
			{
				displayName: 'Requests in Parallel',
				name: 'requestsInParallel',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MAX_REQUESTS_AT_ONCE },
				default: 1,
				description:
					'How many requests may be under way at once. Messages to one number keep their order, others may arrive in another one; when a connection breaks or n8n stops, the messages of several requests may be in doubt. The value for the first item counts.',
			},
			{
				displayName: 'Scheduled At',
				name: 'scheduledAt',
				type: 'dateTime',
				default: '',
				description:
					"When to send, in the workflow's time zone unless the time names another. Leave empty to send at once.",
			},
			{
				displayName: 'Scheduled Time Is Past',
				name: 'whenTimeIsPast',
				type: 'options',
				default: 'refuse',
				description:
					"What to do if 'Scheduled At' has passed; the gateway itself would send at once",
				options: [
					{ name: 'Refuse', value: 'refuse', description: 'Do not send to these recipients' },
					{ name: 'Send Now', value: 'sendNow', description: 'Send at once' },
				],
			},
			{
				displayName: 'Send Between',
				name: 'sendBetween',
				type: 'fixedCollection',
				default: { values: { from: '08:00', until: '20:00', days: [1, 2, 3, 4, 5, 6, 7] } },
				description:
					"The hours in which SMS may go out, in the workflow's time zone. What would go out at another time is scheduled for the next opening.",
				options: [
					{
						displayName: 'Window',
						name: 'values',
						values: [
							{
								displayName: 'From',
								name: 'from',
								type: 'string',
								default: '08:00',
								placeholder: 'e.g. 08:00',
								description: 'The time of day at which it opens',
							},
							{
								displayName: 'Until',
								name: 'until',
								type: 'string',
								default: '20:00',
								placeholder: 'e.g. 20:00',
								description:
									'The time of day at which it closes; on the next day if that is not after From',
							},
							{
								displayName: 'Days',
								name: 'days',
								type: 'multiOptions',
								default: [1, 2, 3, 4, 5, 6, 7],
								description: 'The days on which it opens',
								options: [
									{ name: 'Monday', value: 1 },
									{ name: 'Tuesday', value: 2 },
									{ name: 'Wednesday', value: 3 },
									{ name: 'Thursday', value: 4 },
									{ name: 'Friday', value: 5 },
									{ name: 'Saturday', value: 6 },
									{ name: 'Sunday', value: 7 },
								],
							},
						],
					},
				],
			},
			{
				displayName: 'Send Once per Reference',
				name: 'sendOnce',
				type: 'boolean',
				default: false,
				description:
					"Whether to send to a number only once with each 'Reference', also when the execution is retried, or the workflow runs again. n8n remembers the last 100,000 for this node. The value for the first item counts.",
				builderHint: fieldHint(
					'Turn it on where a run may be repeated, as after an import or a failed execution, and set reference in the same options: without one a row is not sent.',
				),
			},
			{
				displayName: 'Skip Duplicates',
				name: 'skipDuplicates',
				type: 'boolean',
				default: false,
				description:
					'Whether to send a text to a number only once in a run, however the number is written. The value for the first item counts.',
			},
		],
	},
];
