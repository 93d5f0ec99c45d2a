import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import {
	isLeftover,
	MANUAL_OPT_OUT,
	readRecords,
	type GatewayRecord,
	type Leftover,
} from '../../gateway/records';
import { retryingReads } from '../../gateway/retrying';
import { connect } from '../../transport';
import { gatewayError } from '../../errors';

/** Who made an opt-out: the recipient by a message, or somebody in the client web zone. */
export type OptOutSource = 'manual' | 'recipient';

export interface OptOutList {
	optOuts: GatewayRecord[];
	leftovers: Leftover[];
}

/**
 * Reads all opt-outs of the account. Half a list is none: a number missing from it would pass for one
 * that may be written to.
 *
 * @throws NodeApiError
 */
export async function readOptOuts(context: IExecuteFunctions): Promise<OptOutList> {
	const reading = await readRecords(retryingReads(await connect(context)), 'optOut');
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
