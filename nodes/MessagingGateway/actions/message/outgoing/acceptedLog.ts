import type { IExecuteFunctions } from 'n8n-workflow';
import type { SendGuard } from '../../../gateway/operations/send';

/** The shortest time, in milliseconds, between two lines. */
const BETWEEN_LINES = 1000;

/**
 * Writes the IDs of accepted messages to n8n's log before further requests are made, at first after the
 * first answer and then at most once a second: a process that is killed takes with it what its run has not
 * returned yet.
 */
export function loggingAccepted(context: IExecuteFunctions): SendGuard {
	let accepted: string[] = [];
	let last = -Infinity;
	return async (messages, request) => {
		if (accepted.length > 0 && performance.now() - last >= BETWEEN_LINES) {
			const where = `execution ${context.getExecutionId()}, node "${context.getNode().name}"`;
			context.logger?.info(`Messages accepted so far (${where}): IDs ${inRanges(accepted)}`);
			accepted = [];
			last = performance.now();
		}
		const outcomes = await request(messages);
		accepted = accepted.concat(outcomes.flatMap(({ messageId }) => messageId ?? []));
		return outcomes;
	};
}

/** Lists IDs briefly: those that follow each other as a range, as in `4711-4720, 4723`. */
function inRanges(messageIds: string[]): string {
	const ranges: Array<[first: string, last: string]> = [];
	for (const messageId of messageIds) {
		const range = ranges.at(-1);
		if (range && BigInt(range[1]) + 1n === BigInt(messageId)) range[1] = messageId;
		else ranges.push([messageId, messageId]);
	}
	return ranges.map(([first, last]) => (first === last ? first : `${first}-${last}`)).join(', ');
}
