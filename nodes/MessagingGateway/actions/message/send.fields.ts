import type { INodeProperties } from 'n8n-workflow';
import { interfaceOption } from '../../n8n/interface.fields';
import { INTERFACES } from '../../gateway/interfaces/choice';
import { MAX_REQUESTS_AT_ONCE } from '../../gateway/spec/limits';
import { defaultCountryOption, numbersField, referenceOption, showOnlyFor } from '../shared.fields';
import { maxPartsOption, textField, unsupportedCharactersOption } from './text.fields';

const displayOptions = showOnlyFor('message', 'send');

const parallelInterfaces = INTERFACES.filter(({ requestsAtOnce }) => requestsAtOnce).map(
	({ name }) => name,
);

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
			{
				displayName: 'Interface: Requests in Parallel',
				name: 'requestsInParallel',
				type: 'number',
				typeOptions: { minValue: 1, maxValue: MAX_REQUESTS_AT_ONCE },
				default: 1,
				description:
					'How many requests of the query interface may be under way at once. Messages may then arrive in another order, and when a connection breaks, those of several requests may be in doubt. The value for the first item counts.',
				displayOptions: { show: { interface: parallelInterfaces } },
			},
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
