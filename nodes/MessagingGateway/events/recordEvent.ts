import type { IDataObject, INodePropertyOptions, IPollFunctions } from 'n8n-workflow';
import { INTERFACES } from '../gateway/interfaces/choice';
import type { Leftover } from '../gateway/interfaces/interface';
import { readRecords, type GatewayRecord } from '../gateway/operations/readRecords';
import { callFor, lossOf, toRecordItem, type OnceOnlyKind } from '../rows/recordItems';
import { type Event, readError } from './event';
import { readTriggerOptions } from './triggerOptions';

/** A record for a test. No country has the code 999, so a workflow that replies to it reaches nobody. */
export const SAMPLE = {
	from: '999000000001',
	receivedAt: '2026-11-20T08:15:00Z',
	sentMessageId: null,
	shortCode: null,
};

/**
 * Makes an event whose records the gateway returns only once.
 *
 * @param subject the records, as the beginning of a sentence
 * @param samples what a test shows instead of real records
 */
export function newRecords(
	option: INodePropertyOptions & { value: OnceOnlyKind },
	subject: string,
	samples: GatewayRecord[],
): Event {
	const kind = option.value;
	const toItems = (entries: Array<GatewayRecord | Leftover>): IDataObject[] =>
		entries.map((entry) => ({ event: kind, ...toRecordItem(kind, entry) }));
	return {
		option,
		isOnceOnly: true,
		samples: () => toItems(samples).map((item) => ({ ...item, sample: true })),
		async read(context, connection) {
			const options = readTriggerOptions(context);
			const call = callFor(kind, options, excludesShortCode(context, options));
			const reading = await readRecords(connection, kind, call);
			const { entries, failure } = reading.ok ? reading.value : { ...reading, entries: [] };
			const about = { subject, arrived: reading.ok, loss: failure ? lossOf(failure) : undefined };
			return {
				items: toItems(entries),
				error: failure && readError(context, failure, about),
				arrived: reading.ok,
				endsPoll: failure?.noAccess === true,
			};
		},
	};
}

/**
 * Whether to leave messages to short codes out of the replies: with both events they would come twice. An
 * interface that cannot do so is still used if it was chosen, as on it no reply can be forged.
 */
function excludesShortCode(
	context: IPollFunctions,
	{ interface: chosen, excludeShortCode }: IDataObject,
): boolean {
	if (excludeShortCode === true) return true;
	const events: unknown[] = [context.getNodeParameter('events', [])].flat();
	const via = INTERFACES.find(({ name }) => name === chosen);
	return events.includes('shortCodeMessage') && (!via || via.replyWithoutShortCode !== undefined);
}
