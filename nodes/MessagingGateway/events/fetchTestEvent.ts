import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { operationError } from '../host/errors';
import { toOutput } from '../host/pollHost';
import { connect } from '../host/transport';
import { chosenEvents } from './choice';
import { readEvent } from './report';
import { readTriggerOptions } from './trigger.fields';

/**
 * Fetches the items that a test in the editor shows. Records are taken from the gateway only if
 * live data was chosen. Once some were taken, nothing fails any more. Data that can be read again is always
 * read, and compared with nothing.
 *
 * @throws NodeApiError, NodeOperationError if there is nothing to show
 */
export async function fetchTestEvent(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const options = readTriggerOptions(context);
	const connection = await connect(context);
	const items: IDataObject[] = [];
	let hasTaken = false;
	for (const event of chosenEvents(context)) {
		if (event.samples && options.testData !== 'live') {
			items.push(...event.samples());
			continue;
		}
		const news = await readEvent(event, { context, connection, options, memory: undefined });
		for (const item of news.items) items.push(item);
		hasTaken ||= event.isOnceOnly && news.items.length > 0;
		if (news.error && !hasTaken) throw news.error;
	}
	if (items.length > 0) return toOutput(items);
	const message = 'No data with the current filter could be found';
	const description = 'The gateway has nothing new for this trigger at the moment';
	throw operationError(context, message, description);
}
