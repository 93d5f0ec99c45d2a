import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { operationError } from '../errors';
import { connect } from '../transport';
import { chosenEvents, toOutput } from './chosenEvents';
import { sampleItems } from './event';
import { readNewRecords, readStatusChanges } from './news';
import { readState } from './statusChange.event';

/**
 * What a test in the editor shows. It takes records from the gateway only where somebody chose live
 * ones, and once it has some it does not fail any more. Statuses can be read as often as one likes.
 *
 * @throws NodeApiError, NodeOperationError when there is nothing to show
 */
export async function fetchTestEvent(context: IPollFunctions): Promise<INodeExecutionData[][]> {
	const { statusChange, records, excludeShortCode } = chosenEvents(context);
	const isLive = context.getNodeParameter('testData', 'sample') === 'live';
	const exchange = await connect(context);
	const items: IDataObject[] = [];
	if (statusChange) {
		const changes = await readStatusChanges(context, readState(undefined, false), exchange);
		if (changes.problem) throw changes.problem;
		items.push(...changes.items);
	}
	const taken: IDataObject[] = [];
	for (const event of records) {
		if (!isLive) {
			items.push(...sampleItems(event));
			continue;
		}
		const news = await readNewRecords(context, event, excludeShortCode, exchange);
		taken.push(...news.items);
		if (news.problem && taken.length === 0) throw news.problem;
	}
	if (items.length + taken.length > 0) return toOutput([...taken, ...items]);
	throw operationError(context, {
		message: 'No data with the current filter could be found',
		description: 'The gateway has nothing new for this trigger at the moment',
	});
}
