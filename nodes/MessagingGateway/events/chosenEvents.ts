import type { INodeExecutionData, IDataObject, IPollFunctions } from 'n8n-workflow';
import { operationError } from '../errors';
import type { EventName, RecordEvent } from './event';
import { reply } from './reply.event';
import { shortCodeMessage } from './shortCodeMessage.event';

/** What somebody chose to be told of. */
export interface ChosenEvents {
	statusChange: boolean;
	records: RecordEvent[];
	/** Whether replies are read without messages to short codes. */
	excludeShortCode: boolean;
}

/**
 * Reads Trigger On.
 *
 * @throws NodeOperationError when nothing is chosen
 */
export function chosenEvents(context: IPollFunctions): ChosenEvents {
	const names = context.getNodeParameter('events', []) as EventName[];
	const isChosen = ({ name }: { name: EventName }) => names.includes(name);
	const records = [reply, shortCodeMessage].filter(isChosen);
	const statusChange = isChosen({ name: 'statusChange' });
	if (records.length === 0 && !statusChange) {
		throw operationError(context, {
			message: "'Trigger On' is empty",
			description: 'Choose at least one event',
		});
	}
	return {
		statusChange,
		records,
		// Replies hold them too, and whoever asked for both would get each of them twice.
		excludeShortCode:
			isChosen(shortCodeMessage) || context.getNodeParameter('excludeShortCode', false) === true,
	};
}

/** The one output of the trigger. */
export const toOutput = (items: IDataObject[]): INodeExecutionData[][] => [
	items.map((json) => ({ json })),
];
