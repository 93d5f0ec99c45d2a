import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { readRecords } from '../gateway/operations/readRecords';
import { gatewayError } from '../n8n/errors';
import { callFor, toRecordItem, type OnceOnlyKind } from '../n8n/recordItems';
import { connect } from '../n8n/transport';

/**
 * Reads the new records of a kind in one request and gives every one that arrived as an item linked
 * to the first input item. It fails only where nothing arrived.
 */
export async function getNewRecords(
	context: IExecuteFunctions,
	kind: OnceOnlyKind,
	excludeShortCode = false,
): Promise<INodeExecutionData[]> {
	const options = context.getNodeParameter('options', 0, {}) as IDataObject;
	const call = callFor(kind, options.interface, excludeShortCode);
	const reading = await readRecords(await connect(context), kind, call);
	if (!reading.ok) throw gatewayError(context, reading.failure, { itemIndex: 0 });
	const { entries, failure } = reading.value;
	if (failure) {
		context.addExecutionHints({
			message: `${failure.message}. What had arrived by then was kept, and further records may be lost.`,
			type: 'warning',
			location: 'outputPane',
		});
	}
	return entries.map((entry) => ({ json: toRecordItem(kind, entry), pairedItem: { item: 0 } }));
}
