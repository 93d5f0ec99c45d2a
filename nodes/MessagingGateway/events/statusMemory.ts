import type { IDataObject } from 'n8n-workflow';
import type { MessageStatus } from '../gateway/operations/getStatus';

/** The statuses found last, by message ID, as in `105 SENT`: code and word. */
export type Memory = Record<string, string>;

/** Stands behind a remembered status that will not change any more. */
const OVER = ' over';

/** The IDs to ask about: those whose status may still change. */
export const openIds = (memory: Memory, listed: string[]): string[] =>
	listed.filter((id) => !memory[id]?.endsWith(OVER));

/**
 * Compares the statuses from the gateway with those found before.
 *
 * A different status or code is a change, and so is the first status of an ID. NOTFOUND is none: an ID is
 * unknown until its message leaves the queue and again after 90 days (protocol, "Delivery status values").
 *
 * @param listed every ID that is watched; others are forgotten
 * @param statuses the answers, by ID
 * @returns the changes in the order of the list, and what to remember
 */
export function statusChanges(
	memory: Memory,
	listed: string[],
	statuses: Map<string, MessageStatus>,
): { items: IDataObject[]; found: Memory } {
	const items: IDataObject[] = [];
	const found: Memory = {};
	for (const messageId of listed) {
		const last = memory[messageId];
		const current = statuses.get(messageId);
		if (!current || current.status === 'NOTFOUND') {
			if (last !== undefined) found[messageId] = isGone(current) ? `${last}${OVER}` : last;
			continue;
		}
		const status = `${current.statusCode ?? ''} ${current.status}${current.final ? OVER : ''}`;
		found[messageId] = status;
		if (status === last) continue;
		items.push({
			event: 'statusChange',
			messageId,
			...current,
			reference: null,
			...previous(last),
		});
	}
	return { items, found };
}

/** Whether the gateway has had the message and does not know it any more. The query interface gives no code. */
const isGone = (current: MessageStatus | undefined): boolean =>
	current?.status === 'NOTFOUND' && current.phase !== 'queued';

function previous(remembered = '') {
	const [, code, status = null] = /^(-?\d*) (.+?)(?: over)*$/.exec(remembered) ?? [];
	return { previousStatus: status, previousStatusCode: code ? Number(code) : null };
}
