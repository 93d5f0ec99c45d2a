import type { IDataObject } from 'n8n-workflow';
import type { MessageStatus } from '../gateway/operations/getStatus';
import type { Memory, NewMemory } from './memory';

/** Stands behind a remembered status that will not change any more. */
const OVER = ' over';

/** The IDs to ask about: those whose status may still change, or has to be given again. */
export const openIds = ({ seen, doubtful }: Memory, listed: string[]): string[] =>
	listed.filter(
		(messageId) =>
			doubtful[messageId] !== undefined || !String(seen[messageId] ?? '').endsWith(OVER),
	);

/**
 * Compares the statuses from the gateway with those seen before.
 *
 * A different status or code is a change, and so is the first status of an ID. NOTFOUND is none: an ID is
 * unknown until its message leaves the queue and again after 90 days (protocol, "Delivery status values").
 * A doubtful change is given once more, marked as repeated.
 *
 * @param listed every ID that is watched; others are forgotten
 * @param statuses the answers, by ID
 * @returns the changes in the order of the list, and what to remember: `105 SENT` for code and word
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

/** Whether no later status of the message has been seen than the one in the item. */
export const isLatest = (item: IDataObject, { seen }: Memory): boolean =>
	`${seen[String(item.messageId)]}`.startsWith(textOf(item as unknown as MessageStatus));

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
