import type { ITriggerFunctions } from 'n8n-workflow';
import { allStored } from './handOver';
import { liveTriggerOf } from './liveTrigger';
import { passed } from './passed';

/** Longest time that n8n is held up, in milliseconds. It ends by force after 30 seconds. */
const CLOSING_MILLISECONDS = 25_000;

/**
 * Waits for the poll under way when n8n takes the trigger down: to stop, or because the workflow was
 * deactivated or changed. The gateway has handed out the records of the answer by then.
 */
export async function close(context: ITriggerFunctions): Promise<void> {
	const trigger = liveTriggerOf(context);
	const { poll } = trigger;
	if (poll) poll.isClosing = true;
	const stored = (poll?.ended ?? Promise.resolve()).then(async () => allStored(trigger));
	await Promise.race([stored, passed(CLOSING_MILLISECONDS)]);
}
