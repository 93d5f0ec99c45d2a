import type { INodeProperties } from 'n8n-workflow';
import { USUALLY_KEPT } from '../../host/claims';
import { fieldHint } from '../../host/olderVersions';
import { includeInputFieldsOption } from '../../rows/inputFields';
import { interfaceOption, optionsField, referenceOption } from '../../fields/shared.fields';
import { defaultCountryField, numbersField } from '../../fields/numbers';
import { hoursOptions, scheduledAtOptions } from './schedule/schedule.fields';
import { maxPartsOption, textField, unsupportedCharactersOption } from './text';

const FOR_THE_RUN = 'The value of the first item holds for all items';

/** If the process is killed, the results of all requests under way are unknown. */
const MAX_REQUESTS_AT_ONCE = 8;

export const sendFields: INodeProperties[] = [
	numbersField,
	defaultCountryField,
	textField,
	// The most used first.
	optionsField([
		...scheduledAtOptions,
		{
			displayName: 'Dry Run',
			name: 'dryRun',
			type: 'boolean',
			default: true,
			description: `Whether to do everything but send, and say what would be sent. ${FOR_THE_RUN}.`,
		},
		referenceOption,
		{
			displayName: 'Send Once per Reference',
			name: 'sendOnce',
			type: 'boolean',
			default: true,
			description: `Whether to send to a number only once with each 'Reference', also when the execution is retried, or the workflow runs again. A message without a 'Reference' is not sent. n8n remembers the last ${USUALLY_KEPT.toLocaleString('en')} messages of this node, or all of a run that has more. ${FOR_THE_RUN}.`,
			builderHint: fieldHint(
				'Turn it on where a run may be repeated, as after an import or a failed execution, and set reference in the same options: without one a row is not sent.',
			),
		},
		{
			displayName: 'Skip Duplicates',
			name: 'skipDuplicates',
			type: 'boolean',
			default: true,
			description: `Whether to send the same text to a number only once in a run, however the number is written. A copy for another time is sent. ${FOR_THE_RUN}.`,
		},
		...hoursOptions,
		maxPartsOption,
		{
			displayName: 'Max Recipients',
			name: 'maxRecipients',
			type: 'number',
			typeOptions: { minValue: 1, numberPrecision: 0 },
			default: 100,
			description: `Send nothing at all if there are more recipients than this, over all items. Without this option there is no limit; as a tool of an AI agent it is 20 a call. ${FOR_THE_RUN}.`,
		},
		unsupportedCharactersOption,
		includeInputFieldsOption,
		{
			displayName: 'Stop With an Error When',
			name: 'failWhen',
			type: 'options',
			default: 'noneAccepted',
			description: `When to stop the workflow instead of giving a result for each recipient. ${FOR_THE_RUN}.`,
			options: [
				{
					name: 'Any Recipient Is Not Accepted',
					value: 'anyNotAccepted',
					description:
						'After all results are known. Does nothing with Retry On Fail, or accepted messages would go out again.',
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
			displayName: 'Requests in Parallel',
			name: 'requestsInParallel',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_REQUESTS_AT_ONCE, numberPrecision: 0 },
			default: 1,
			description: `How many requests may be under way at once. Messages to one number keep their order, others may not. If a connection breaks or n8n stops, the messages of several requests may be unconfirmed. ${FOR_THE_RUN}.`,
		},
	]),
];
