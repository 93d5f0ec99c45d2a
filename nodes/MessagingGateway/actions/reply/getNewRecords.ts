import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import type { Failure } from '../../gateway/exchange/failures';
import { readRecords } from '../../gateway/operations/readRecords';
import { gatewayError } from '../../host/errors';
import { addHints, type Hint } from '../../host/hints';
import { callFor, lossOf, toRecordItem, type OnceOnlyKind } from '../../rows/recordItems';
import { connect } from '../../host/transport';
import { notice } from '../../fields/shared.fields';

/** What people must read before they run Get New. */
export const onceOnlyNotice = notice(
	'onceOnlyNotice',
	'The gateway returns each record once only. What this operation reads, with Execute Step too, no other workflow, trigger or run will get.',
);

/**
 * Reads the new records of a kind in one request and returns each one that arrived as an item linked
 * to the first input item. It fails only if nothing arrived.
 */
export async function getNewRecords(
	context: IExecuteFunctions,
	kind: OnceOnlyKind,
	options: IDataObject,
): Promise<INodeExecutionData[]> {
	const call = callFor(kind, options);
	const reading = await readRecords(await connect(context), kind, call);
	if (!reading.ok) throw failedRead(context, reading.failure);
	const { entries, failure } = reading.value;
	addHints(context, () => [
		failure
			? `${failure.message}. What had arrived by then was kept, and further records may be lost.`
			: undefined,
		takeEarlierLoss(context),
	]);
	return entries.map((entry) => ({ json: toRecordItem(kind, entry), pairedItem: { item: 0 } }));
}

/** Remembers a possible loss: with Retry On Fail the next try may succeed, and nobody would see it. */
function failedRead(context: IExecuteFunctions, failure: Failure): Error {
	const loss = lossOf(failure);
	if (loss === undefined) return gatewayError(context, failure);
	memoryOf(context).earlierLoss = `An earlier try of this run failed: ${failure.message}. ${loss}.`;
	return gatewayError(context, failure, { description: `${loss}. ${failure.advice}` });
}

function takeEarlierLoss(context: IExecuteFunctions): Hint {
	const memory = memoryOf(context);
	const { earlierLoss } = memory;
	memory.earlierLoss = undefined;
	return earlierLoss;
}

/** The data that n8n keeps for the node during one execution, including its retries. */
const memoryOf = (context: IExecuteFunctions): { earlierLoss?: Hint } => context.getContext('node');
