import type { ITriggerFunctions } from 'n8n-workflow';
import { delay } from '../host/delay';
import { isDatabaseThere } from '../host/pollHost';
import { forgetLater, liveTriggerOf, type LiveTrigger } from './liveTrigger';

/** Longest time that n8n is held up, in milliseconds. n8n exits after 30 seconds, whatever still runs. */
const CLOSING_MILLISECONDS = 25_000;

/**
 * Waits for the poll under way when n8n takes the trigger down, as the gateway returns its records once.
 * Records that n8n cannot store in this time are written to its log, since they are nowhere else.
 */
export async function close(context: ITriggerFunctions): Promise<void> {
	const trigger = liveTriggerOf(context);
	// n8n 2 calls this twice.
	if (!trigger || trigger.isDown) return;
	trigger.isDown = true;
	const finished = finish(trigger, performance.now() + CLOSING_MILLISECONDS);
	await Promise.race([finished, delay(CLOSING_MILLISECONDS)]);
	if (trigger.isTaking) {
		log(
			context,
			'before the gateway had answered. It returns each record once, so replies may have been lost',
		);
	}
	await writeDown(context, trigger);
	// An answer may still come while n8n goes on running.
	void finished.then(async () => await writeDown(context, trigger));
	void forgetLater(context);
}

/**
 * Lets the poll end, and hands over what n8n refuses until it can be stored, or until `end`. A record that
 * arrives after `end` is handed over once more too.
 */
async function finish(trigger: LiveTrigger, end: number): Promise<void> {
	await trigger.poll;
	await trigger.allAnswered();
	for (;;) {
		await trigger.handOver().catch(() => undefined);
		await trigger.allAnswered();
		if (trigger.waiting.length === 0 || performance.now() > end) return;
		// n8n may have its database back a second later.
		await delay(1_000);
	}
}

/** Writes items to n8n's log that no execution holds, each as JSON on a line of its own. */
async function writeDown(context: ITriggerFunctions, trigger: LiveTrigger): Promise<void> {
	const { emissions } = trigger;
	const isStored = emissions.size === 0 || (await isDatabaseThere(context));
	// What n8n has not answered for is in a running execution, unless its database is away.
	const left = [...emissions].filter(({ state }) => state === 'waiting' || !isStored);
	if (!trigger.isDown || left.length === 0) return;
	const lines = left.flatMap(({ items }) => items.map((item) => JSON.stringify(item)));
	log(
		context,
		`with ${lines.length} items that n8n could not store. They follow, as the gateway returns each record once`,
	);
	for (const line of lines) context.logger.error(line);
	for (const emission of left) emissions.delete(emission);
}

function log(context: ITriggerFunctions, how: string): void {
	const subject = `'${context.getNode().name}' of workflow ${context.getWorkflow().id}`;
	context.logger.error(`${subject} was taken down ${how}`);
}
