import type { IPollFunctions } from 'n8n-workflow';
import { retryingReads } from '../gateway/exchange/exchange';
import { interfaceWith } from '../gateway/interfaces/choice';
import { getStatus } from '../gateway/operations/getStatus';
import { unreadable } from '../fields/options';
import { ID_ADVICE, readMessageIds } from '../fields/messageIds';
import { operationError } from '../host/errors';
import type { Event } from './event';
import { openIds, statusChanges, type Memory } from './statusMemory';

/** Messages that one trigger watches: their states are stored with every change. */
export const MAX_WATCHED_IDS = 10_000;

export const statusChange: Event = {
	option: {
		name: 'Status Change',
		value: 'statusChange',
		description: 'When the delivery status of one of the messages in a list changes',
	},
	subject: 'Statuses',
	isOnceOnly: false,
	async read({ context, connection, options, memory = {} }) {
		const before = memory as Memory;
		const { messageIds, problem } = watchedIds(context);
		const questions = openIds(before, messageIds).map((id) => ({ id, reference: null }));
		const call = interfaceWith('getStatus', options.interface).getStatus;
		const { statuses, failure } = await getStatus(retryingReads(connection), questions, call);
		const { items, found } = statusChanges(before, messageIds, statuses);
		const arrived = statuses.size > 0;
		const hasFailed = failure !== null || problem !== undefined;
		return {
			items,
			// If nothing could be read, the memory stays as it is.
			...((arrived || !hasFailed) && { memory: found }),
			failure,
			problem: problem === undefined ? undefined : operationError(context, problem, ID_ADVICE),
			arrived,
		};
	},
};

/** Reads the IDs of the field, each once. A problem with one of them does not stop the others. */
function watchedIds(context: IPollFunctions): {
	messageIds: string[];
	problem?: string | undefined;
} {
	try {
		const readings = readMessageIds(context.getNodeParameter('messageIds', ''));
		const good = readings.filter(({ problem }) => problem === undefined);
		const messageIds = [...new Set(good.map(({ messageId }) => messageId))];
		const count = messageIds.length;
		if (count > MAX_WATCHED_IDS) {
			const problem = `'Message IDs' holds ${count} IDs, and a trigger watches at most ${MAX_WATCHED_IDS}`;
			return { messageIds: [], problem };
		}
		if (readings.length === 0) return { messageIds, problem: "'Message IDs' is empty" };
		return { messageIds, problem: readings.find(({ problem }) => problem)?.problem };
	} catch (error) {
		return { messageIds: [], problem: unreadable(error) };
	}
}
