import type { ITriggerFunctions } from 'n8n-workflow';
import { delay } from '../host/delay';
import { liveTriggerOf } from './liveTrigger';

/** Longest time that n8n is held up, in milliseconds. n8n exits after 30 seconds, whatever still runs. */
const LONGEST_CLOSE = 25_000;

/**
 * Waits for the poll under way, and for n8n's answers, when n8n takes the trigger down: the gateway returns
 * its records once. What n8n refused by then is written to its log, as it is nowhere else, each record as
 * JSON on a line of its own. It is kept, in case n8n goes on and activates the trigger again.
 */
export async function close(context: ITriggerFunctions): Promise<void> {
	const trigger = liveTriggerOf(context);
	// n8n 2 calls this twice.
	if (!trigger || trigger.isDown) return;
	trigger.isDown = true;
	const ended = Promise.resolve(trigger.poll).then(async () => await trigger.allAnswered());
	await Promise.race([ended, delay(LONGEST_CLOSE)]);
	const subject = `'${context.getNode().name}' of workflow ${context.getWorkflow().id} was taken down`;
	if (trigger.poll) {
		context.logger.error(`${subject} before its poll had ended, so replies may be lost`);
	}
	const left = trigger.waiting.flatMap(({ items }) => items);
	if (left.length === 0) return;
	context.logger.error(
		`${subject} with ${left.length} items that n8n could not store. They follow, as the gateway returns each record once`,
	);
	for (const item of left) context.logger.error(JSON.stringify(item));
}
