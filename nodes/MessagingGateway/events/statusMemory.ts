import type { IDataObject } from 'n8n-workflow';
import type { MessageStatus } from '../gateway/operations/getStatus';
import { DELIVERY_STATUSES } from '../gateway/specification/codes';
import type { Memory } from './event';

/** The state that n8n stores for the trigger between two polls. Statuses are code and word: `105 SENT`. */
export type StatusState = {
	version: 1;
	/** The last emitted status of each ID. */
	seen: Seen;
	/** The earlier status of the IDs whose changes were emitted last; '' for none. */
	before: Seen;
};

type Seen = Record<string, string>;

/** The statuses that a poll compares with. */
export interface StatusMemory {
	seen: Seen;
	/** The earlier status of IDs whose last change may have been lost; '' for none. */
	doubtful: Seen;
}

/**
 * Reads the state that n8n stored; any form other than this version's counts as nothing.
 *
 * n8n stores the state just before it starts the execution with the changes. If its process ended in
 * between, the changes were lost without a trace. So the changes emitted last are doubtful at the first
 * poll of a process.
 */
export function readMemory({ stored, isFirstPoll }: Memory): StatusMemory {
	const { version, seen, before } = (stored ?? {}) as Partial<StatusState>;
	if (version !== 1 || typeof seen !== 'object' || seen === null) return { seen: {}, doubtful: {} };
	return { seen, doubtful: (isFirstPoll && before) || {} };
}

/** The IDs to ask about: those whose status may still change. */
export const openIds = ({ seen, doubtful }: StatusMemory, listed: string[]): string[] =>
	listed.filter((messageId) => {
		const { status } = recall(seen[messageId]);
		return (
			doubtful[messageId] !== undefined || status === null || !DELIVERY_STATUSES[status]?.final
		);
	});

/** Statuses that say nothing about a message. */
const SAYS_NOTHING = ['NOTFOUND', 'FAIL'];

/**
 * Compares the statuses from the gateway with those seen before.
 *
 * A different status or code is a change, and so is the first status of an ID. NOTFOUND is not a change:
 * an ID is unknown until its message leaves the queue and again after 90 days (spec, "Delivery status
 * values"). FAIL is not a change either, as it says nothing about the message; the status seen before is
 * then kept. A doubtful change is emitted once more, marked as repeated.
 *
 * @param listed every ID that is watched; others are forgotten
 * @param statuses the statuses that were asked for and answered, by ID
 * @returns the changes in the order of the list, and the state to store
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

/** Splits a remembered status into code and word. */
function recall(remembered: unknown): { status: string | null; code: number | null } {
	const [, code = '', status = null] = /^(-?\d*) (.+)$/.exec(String(remembered ?? '')) ?? [];
	return { status, code: code === '' ? null : Number(code) };
}
