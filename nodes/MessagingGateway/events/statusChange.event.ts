import type { IPollFunctions, NodeOperationError } from 'n8n-workflow';
import { retryingReads } from '../gateway/exchange/exchange';
import { interfaceWith } from '../gateway/interfaces/choice';
import { getStatus } from '../gateway/operations/getStatus';
import { operationError } from '../host/errors';
import { readError } from './event';
import type { Event } from './event';
import type { Memory } from './memory';
import { openIds, statusChanges } from './statusMemory';
import { readTriggerOptions } from './triggerOptions';
import { unreadable } from '../fields/options';
import { ID_ADVICE, readMessageIds } from '../fields/values';

/** Messages that one trigger watches: their states are stored with every change. */
const MAX_WATCHED_IDS = 10_000;

/** Status changes of watched messages, as long as their statuses can still change. */
export const statusChange: Event = {
	option: {
		name: 'Status Change',
		value: 'statusChange',
		description: 'When the delivery status of one of the messages in a list changes',
	},
	isOnceOnly: false,
	async read(context, connection, memory) {
		const { messageIds, problem } = watchedIds(context, memory);
		const asked = openIds(memory, messageIds);
		const questions = asked.map((id) => ({ id, reference: null }));
		const { interface: chosen } = readTriggerOptions(context);
		const call = interfaceWith('getStatus', chosen).getStatus;
		const { statuses, failure } = await getStatus(retryingReads(connection), questions, call);
		const { items, found } = statusChanges(memory, messageIds, statuses);
		const about = { subject: 'Statuses', arrived: statuses.size > 0 };
		const error = failure ? readError(context, failure, about) : problem;
		return {
			items,
			// If nothing could be read, the memory stays as it is.
			...((about.arrived || !error) && { memory: found }),
			error,
			arrived: about.arrived,
			endsPoll: failure?.noAccess === true,
		};
	},
};

type WatchedIds = { messageIds: string[]; problem: NodeOperationError | null };

/** Reads the IDs of the field, each once. A problem with one of them does not stop the others. */
function watchedIds(context: IPollFunctions, { seen }: Memory): WatchedIds {
	const refuse = (message: string, messageIds: string[] = []): WatchedIds => ({
		messageIds,
		problem: operationError(context, message, ID_ADVICE),
	});
	try {
		const readings = readMessageIds(context.getNodeParameter('messageIds', ''));
		const bad = readings.find(({ problem }) => problem !== undefined);
		const good = readings.filter(({ problem }) => problem === undefined);
		const messageIds = [...new Set(good.map(({ messageId }) => messageId))];
		if (messageIds.length > MAX_WATCHED_IDS) {
			return refuse(
				`'Message IDs' holds ${messageIds.length} IDs, and a trigger watches at most ${MAX_WATCHED_IDS}`,
			);
		}
		// An expression may have failed, so nothing is forgotten.
		if (readings.length === 0 && Object.keys(seen).length > 0) {
			return refuse("'Message IDs' is empty, and messages were watched before");
		}
		return bad ? refuse(bad.problem as string, messageIds) : { messageIds, problem: null };
	} catch (error) {
		return refuse(unreadable(error));
	}
}
