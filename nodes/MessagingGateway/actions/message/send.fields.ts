import type { INodeProperties } from 'n8n-workflow';
import { fieldHint } from '../../n8n/builderHint';
import { interfaceOption } from '../../n8n/interface.fields';
import { MAX_REQUESTS_AT_ONCE } from '../../gateway/specification/limits';
import { defaultCountryField, savedCountryOption } from '../defaultCountry';
import { numbersField, referenceOption, showOnlyFor } from '../shared.fields';
import {
	closedDatesOption,
	messagesPerMinuteOption,
	scheduledAtOption,
	sendBetweenOption,
	whenTimeIsPastOption,
} from './schedule/schedule.fields';
import { maxPartsOption, textField, unsupportedCharactersOption } from './recipients/text.fields';

const displayOptions = showOnlyFor('message', 'send');

export const sendFields: INodeProperties[] = [
	numbersField,
	defaultCountryField,
	{ ...textField, displayOptions },
	{
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		displayOptions,
		options: [
			closedDatesOption,
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
			messagesPerMinuteOption,
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
			scheduledAtOption,
			whenTimeIsPastOption,
			sendBetweenOption,
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
			savedCountryOption,
		],
	},
];
