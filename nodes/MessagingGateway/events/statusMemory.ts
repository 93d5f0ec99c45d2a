import type { IDataObject } from 'n8n-workflow';
import type { MessageStatus } from '../gateway/operations/getStatus';

/** Statuses by message ID, as in `105 SENT`: code and word. */
export type Found = Record<string, string>;

/** What the trigger remembers between two polls. */
export interface Memory {
	/** The statuses found last. */
	seen: Found;
	/** What changes replaced that an earlier process may not have handed over; '' for nothing. */
	doubtful: Found;
}

/** What was found now. */
export interface NewMemory extends Memory {
	/** What the changes replaced that are given for the first time. */
	replaced: Found;
}

/** Reads what another process has stored; nothing at first. */
export function recall(stored: unknown): Memory {
	const { seen, doubtful } = Object(stored) as Partial<Memory>;
	return { seen: Object(seen) as Found, doubtful: Object(doubtful) as Found };
}

/**
 * Makes the form to store. n8n stores it just before it begins an execution: if it is killed in between, the
 * next process must doubt that the changes arrived. Of several for one ID, the oldest counts.
 *
 * @param unconfirmed what changes replaced that n8n has not confirmed, the oldest first
 */
export const remember = ({ seen, doubtful }: Memory, unconfirmed: Found[]): Memory => ({
	seen,
	doubtful: Object.assign({}, ...unconfirmed.reverse(), doubtful) as Found,
});

/** Stands behind a remembered status that will not change any more. */
const OVER = ' over';

/** The IDs to ask about: those whose status may still change, or has to be given again. */
export const openIds = ({ seen, doubtful }: Memory, listed: string[]): string[] =>
	listed.filter((id) => doubtful[id] !== undefined || !String(seen[id] ?? '').endsWith(OVER));

/**
 * Compares the statuses from the gateway with those seen before.
 *
 * A different status or code is a change, and so is the first status of an ID. NOTFOUND is none: an ID is
 * unknown until its message leaves the queue and again after 90 days (protocol, "Delivery status values").
 * A doubtful change is given once more, marked as repeated.
 *
 * @param listed every ID that is watched; others are forgotten
 * @param statuses the answers, by ID
 * @returns the changes in the order of the list, and what to remember
 */
export function statusChanges(
	{ seen, doubtful }: Memory,
	listed: string[],
	statuses: Map<string, MessageStatus>,
): { items: IDataObject[]; found: NewMemory } {
	const items: IDataObject[] = [];
	const found: NewMemory = { seen: {}, doubtful: {}, replaced: {} };
	for (const messageId of listed) {
		const last = seen[messageId] ?? '';
		const unsure = doubtful[messageId];
		const current = statuses.get(messageId);
		if (!current || current.status === 'NOTFOUND') {
			if (last !== '') found.seen[messageId] = isGone(current) ? `${last}${OVER}` : last;
			if (unsure !== undefined && !isGone(current)) found.doubtful[messageId] = unsure;
			continue;
		}
		const status = textOf(current);
		found.seen[messageId] = status;
		const isRepeated = status === last;
		if (isRepeated && unsure === undefined) continue;
		if (!isRepeated) found.replaced[messageId] = last;
		const fields = { ...current, reference: null, ...split(isRepeated ? unsure : last) };
		const mark = isRepeated && { repeated: true };
		items.push({ event: 'statusChange', messageId, ...fields, ...mark });
	}
	return { items, found };
}

/** Whether no later status of a message has been seen than the one in the item. A record has none. */
export const isLatest = (item: IDataObject, memory: Memory | null): boolean =>
	memory === null ||
	item.event !== 'statusChange' ||
	`${memory.seen[String(item.messageId)]}`.startsWith(textOf(item as unknown as MessageStatus));

/** Whether the gateway has had the message and does not know it any more. The query interface gives no code. */
const isGone = (current: MessageStatus | undefined): boolean =>
	current?.status === 'NOTFOUND' && current.phase !== 'queued';

const textOf = ({ status, statusCode, final }: MessageStatus): string =>
	`${statusCode ?? ''} ${status}${final ? OVER : ''}`;

/** Splits a remembered status into code and word. */
function split(remembered: unknown) {
	const [, code, status = null] = /^(-?\d*) (.+?)(?: over)*$/.exec(String(remembered ?? '')) ?? [];
	return { previousStatus: status, previousStatusCode: code ? Number(code) : null };
}
