import type { IDataObject } from 'n8n-workflow';
import type { MessageStatus } from '../gateway/operations/getStatus';
import { readStatus } from '../gateway/specification/codes';
import type { Found, Memory, NewMemory } from './memory';

/** The IDs to ask about: those whose status may still change, or has to be emitted again. */
export const openIds = ({ seen, doubtful }: Memory, listed: string[]): string[] =>
	listed.filter((messageId) => {
		const { previousStatus, previousStatusCode } = split(seen[messageId]);
		const { final } = readStatus(previousStatus ?? '', previousStatusCode);
		return doubtful[messageId] !== undefined || !final;
	});

/**
 * Compares the statuses from the gateway with those seen before.
 *
 * A different status or code is a change, and so is the first status of an ID. NOTFOUND is none: an ID is
 * unknown until its message leaves the queue and again after 90 days (protocol, "Delivery status values").
 * A doubtful change is emitted again, marked as repeated.
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
	const changed: string[] = [];
	const seenNow: Found = {};
	for (const messageId of listed) {
		const last = seen[messageId] ?? '';
		const replaced = doubtful[messageId];
		const current = statuses.get(messageId);
		const isAnswered = current !== undefined && current.status !== 'NOTFOUND';
		const status = isAnswered ? `${current.statusCode ?? ''} ${current.status}` : last;
		if (status !== '') seenNow[messageId] = status;
		const isRepeated = status === last;
		if (!isAnswered || (isRepeated && replaced === undefined)) continue;
		changed.push(messageId);
		const fields = { ...current, reference: null, ...split(isRepeated ? replaced : last) };
		const mark = isRepeated && { repeated: true };
		items.push({ event: 'statusChange', messageId, ...fields, ...mark });
	}
	return { items, found: { seen: seenNow, changed } };
}

/** Splits a remembered status into code and word. */
function split(remembered: unknown) {
	const [, code, status = null] = /^(-?\d*) (.+)$/.exec(String(remembered ?? '')) ?? [];
	return { previousStatus: status, previousStatusCode: code ? Number(code) : null };
}
