import type { IDataObject, INodeProperties, IPollFunctions } from 'n8n-workflow';
import { unusableOptions } from '../fields/options';
import {
	excludeShortCodeOption,
	recordInterfaceOption,
	optionsField,
} from '../fields/shared.fields';
import { OptionError, readOptions } from '../fields/options';

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

export const triggerOptions = optionsField([
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

/**
 * Reads the options of the trigger.
 *
 * @throws NodeOperationError for a value that its field does not offer
 */
export function readTriggerOptions(context: IPollFunctions): IDataObject {
	try {
		return readOptions([triggerOptions], (name, fallback) =>
			context.getNodeParameter(name, fallback),
		);
	} catch (error) {
		throw error instanceof OptionError ? unusableOptions(context, error) : error;
	}
}
