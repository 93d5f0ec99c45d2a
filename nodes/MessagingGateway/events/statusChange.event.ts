import type { IDataObject } from 'n8n-workflow';
import { DELIVERY_STATUSES } from '../gateway/codes';
import type { MessageStatus } from '../gateway/status';

/** What n8n keeps for the trigger between two polls. */
export interface StatusState {
	version: 1;
	/** The status last emitted of each ID, as code and word: `105 SENT`. */
	seen: Record<string, string>;
}

/** A status as it is remembered. */
interface SeenStatus {
	status: string;
	code: number | null;
}

const NOTHING_SEEN: StatusState = { version: 1, seen: {} };

/** Reads what n8n kept; anything but this version's form is as good as nothing. */
export function readState(stored: unknown): StatusState {
	const { version, seen } = (stored ?? {}) as Partial<StatusState>;
	return version === 1 && typeof seen === 'object' && seen !== null
		? { version, seen }
		: NOTHING_SEEN;
}

/** The IDs worth asking about: those that were not seen to come to their end. */
export const openIds = ({ seen }: StatusState, listed: string[]): string[] =>
	listed.filter((messageId) => {
		const last = recall(seen[messageId]);
		return last === null || DELIVERY_STATUSES[last.status]?.final !== true;
	});

/**
 * Compares what the gateway says of messages with what was seen before.
 *
 * A status or a code that differs is a change, and so is the first that an ID has. NOTFOUND is none: an
 * ID is unknown until its message leaves the queue and again after 90 days (spec, "Delivery status
 * values"). Nor is FAIL, by which the gateway says nothing of the message.
 *
 * @param listed every ID that is watched; others are forgotten
 * @param statuses by ID, of those that were asked about and answered
 * @returns the changes in the order of the list, and what is to be remembered
 */
export function statusChanges(
	{ seen }: StatusState,
	listed: string[],
	statuses: Map<string, MessageStatus>,
): { items: IDataObject[]; state: StatusState } {
	const items: IDataObject[] = [];
	const remembered: StatusState['seen'] = {};
	for (const messageId of listed) {
		const before = seen[messageId];
		const now = statuses.get(messageId);
		if (now?.status === 'NOTFOUND') continue;
		if (now === undefined || now.status === 'FAIL') {
			if (before !== undefined) remembered[messageId] = before;
			continue;
		}
		const after = `${now.statusCode ?? ''} ${now.status}`;
		remembered[messageId] = after;
		if (after !== before) items.push(toItem(messageId, now, recall(before)));
	}
	return { items, state: { version: 1, seen: remembered } };
}

const toItem = (messageId: string, now: MessageStatus, last: SeenStatus | null): IDataObject => ({
	event: 'statusChange',
	messageId,
	...now,
	reference: null,
	previousStatus: last?.status ?? null,
	previousStatusCode: last?.code ?? null,
});

function recall(remembered: unknown): SeenStatus | null {
	const [, code, status] = /^(-?\d*) (.+)$/.exec(String(remembered ?? '')) ?? [];
	if (status === undefined) return null;
	return { status, code: code === '' ? null : Number(code) };
}
