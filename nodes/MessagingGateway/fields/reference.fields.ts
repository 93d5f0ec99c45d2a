import type { INodeProperties } from 'n8n-workflow';
import { fieldHint } from './builderHint';

/** A text of the user that is returned with each row. */
export const referenceOption: INodeProperties = {
	displayName: 'Reference',
	name: 'reference',
	type: 'string',
	default: '',
	placeholder: 'e.g. order-1042',
	description: 'Any text of your own, given back with each result of this item',
	builderHint: fieldHint(
		'A key from the input item that stays the same when the workflow runs again, such as an order number. $runIndex and $execution.id are new in each run: with sendOnce they send again. To limit an agent to one message for each number and hour, sendOnce with $now.toFormat("yyyyMMddHH").',
	),
};
