import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { retryingReads } from '../../gateway/exchange/retrying';
import { interfaceWith } from '../../gateway/interfaces/choice';
import { isLeftover, type Leftover } from '../../gateway/interfaces/interface';
import {
	MANUAL_OPT_OUT,
	readRecords,
	type GatewayRecord,
} from '../../gateway/operations/readRecords';
import { gatewayError } from '../../n8n/errors';
import { connect } from '../../n8n/transport';

/** Who made an opt-out: the recipient by a message, or somebody in the client web zone. */
export type OptOutSource = 'manual' | 'recipient';

export interface OptOutList {
	optOuts: GatewayRecord[];
	leftovers: Leftover[];
}

/**
 * Reads all opt-outs of the account. A partial list is a failure: a number missing from it would pass
 * for one that may be written to.
 *
 * @throws NodeApiError
 */
export async function readOptOuts(context: IExecuteFunctions): Promise<OptOutList> {
	const exchange = retryingReads(await connect(context));
	const reading = await readRecords(exchange, 'optOut', interfaceWith('optOut').optOut);
	if (!reading.ok) throw gatewayError(context, reading.failure, { itemIndex: 0 });
	const { entries, failure: cut } = reading.value;
	if (cut) throw gatewayError(context, cut, { itemIndex: 0 });
	return {
		optOuts: entries.filter((entry): entry is GatewayRecord => !isLeftover(entry)),
		leftovers: entries.filter(isLeftover),
	};
}

export const sourceOf = ({ text }: GatewayRecord): OptOutSource =>
	text.trim() === MANUAL_OPT_OUT ? 'manual' : 'recipient';

export const toJson = (optOut: GatewayRecord): IDataObject => ({
	number: optOut.from,
	receivedAt: optOut.receivedAt,
	text: optOut.text,
	sentMessageId: optOut.sentMessageId,
	source: sourceOf(optOut),
});
