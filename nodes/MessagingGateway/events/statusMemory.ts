import type { IDataObject } from 'n8n-workflow';
import type { MessageStatus } from '../gateway/operations/getStatus';
import { DELIVERY_STATUSES } from '../gateway/spec/codes';
import type { Memory } from './event';

/** What n8n stores for the trigger between two polls. Statuses are code and word: `105 SENT`. */
export type StatusState = {
	version: 1;
	/** The status last emitted of each ID. */
	seen: Seen;
	/** What was seen before of the IDs whose changes were emitted last; '' for nothing. */
	before: Seen;
};

type Seen = Record<string, string>;

/** What a poll compares with. */
export interface StatusMemory {
	seen: Seen;
	/** What was seen before of IDs whose last change may have got lost; '' for nothing. */
	doubtful: Seen;
}

/**
 * Reads what n8n stored; anything but this version's form counts as nothing.
 *
 * n8n stores the state a moment before the execution that it starts with the changes. If its process
 * ended in between, nobody got them, and nobody can tell: so the changes emitted last are in doubt when
 * a process polls for the first time.
 */
export function readMemory({ stored, isFirstPoll }: Memory): StatusMemory {
	const { version, seen, before } = (stored ?? {}) as Partial<StatusState>;
	if (version !== 1 || typeof seen !== 'object' || seen === null) return { seen: {}, doubtful: {} };
	return { seen, doubtful: (isFirstPoll && before) || {} };
}

/** The IDs worth asking about: those that are not known to have come to their end. */
export const openIds = ({ seen, doubtful }: StatusMemory, listed: string[]): string[] =>
	listed.filter((messageId) => {
		const { status } = recall(seen[messageId]);
		return (
			doubtful[messageId] !== undefined || status === null || !DELIVERY_STATUSES[status]?.final
		);
	});

/** Statuses by which the gateway says nothing of a message. */
const SAYS_NOTHING = ['NOTFOUND', 'FAIL'];

/**
 * Compares what the gateway says of messages with what was seen before.
 *
 * A status or a code that differs is a change, and so is the first that an ID has. NOTFOUND is none: an
 * ID is unknown until its message leaves the queue and again after 90 days (spec, "Delivery status
 * values"). Nor is FAIL, by which the gateway says nothing of the message; what was seen before either
 * is remembered. A change that is in doubt is emitted once more, marked as repeated.
 *
 * @param listed every ID that is watched; others are forgotten
 * @param statuses by ID, of those that were asked about and answered
 * @returns the changes in the order of the list, and what is to be stored
 */
export function statusChanges(
	{ seen, doubtful }: StatusMemory,
	listed: string[],
	statuses: Map<string, MessageStatus>,
): { items: IDataObject[]; memory: StatusState } {
	const items: IDataObject[] = [];
	const remembered: Seen = {};
	const before: Seen = {};
	for (const messageId of listed) {
		const last = seen[messageId] ?? '';
		const current = statuses.get(messageId);
		if (current === undefined || SAYS_NOTHING.includes(current.status)) {
			const certain = doubtful[messageId] ?? last;
			if (certain !== '') remembered[messageId] = certain;
			continue;
		}
		const status = `${current.statusCode ?? ''} ${current.status}`;
		remembered[messageId] = status;
		if (status !== last) {
			before[messageId] = last;
			items.push(toItem(messageId, current, last));
		} else if (doubtful[messageId] !== undefined) {
			items.push({ ...toItem(messageId, current, doubtful[messageId]), repeated: true });
		}
	}
	return { items, memory: { version: 1, seen: remembered, before } };
}

function toItem(messageId: string, current: MessageStatus, before: unknown): IDataObject {
	const { status, code } = recall(before);
	return {
		event: 'statusChange',
		messageId,
		...current,
		reference: null,
		previousStatus: status,
		previousStatusCode: code,
	};
}

/** Takes a remembered status apart. */
function recall(remembered: unknown): { status: string | null; code: number | null } {
	const [, code = '', status = null] = /^(-?\d*) (.+)$/.exec(String(remembered ?? '')) ?? [];
	return { status, code: code === '' ? null : Number(code) };
}
