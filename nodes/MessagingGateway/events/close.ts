import type { ITriggerFunctions } from 'n8n-workflow';
import { delay } from '../host/delay';
import { isDatabaseThere } from '../host/pollHost';
import { forgetLater, liveTriggerOf, type LiveTrigger } from './liveTrigger';

/** Longest time that n8n is held up, in milliseconds. n8n exits after 30 seconds, whatever still runs. */
const CLOSING_MILLISECONDS = 25_000;

/** Times that n8n is asked while its database is there: it then refuses for a reason that lasts. */
const MOST_TRIES = 3;

/** Longest time, in milliseconds, between two triggers that n8n takes down one after the other. */
const LONGEST_GAP = 1_000;

/** They share their time, of `performance.now()`. */
const shared = { end: -Infinity, lastClosed: -Infinity };

/**
 * Waits for the poll under way when n8n takes the trigger down, as the gateway returns its records once.
 * Records that n8n cannot store in this time are written to its log, since they are nowhere else.
 */
export async function close(context: ITriggerFunctions): Promise<void> {
	const trigger = liveTriggerOf(context);
	// n8n 2 calls this twice.
	if (!trigger || trigger.isDown) return;
	trigger.isDown = true;
	const now = performance.now();
	if (now - shared.lastClosed > LONGEST_GAP) shared.end = now + CLOSING_MILLISECONDS;
	const finished = finish(context, trigger, shared.end);
	await Promise.race([finished, delay(shared.end - now)]);
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
	shared.lastClosed = performance.now();
}

/**
 * Lets the poll end, and hands over what n8n refuses until it can be stored, or until `end`, or until n8n has
 * refused it three times with its database there. A record that arrives after `end` is handed over once more
 * too.
 */
async function finish(
	context: ITriggerFunctions,
	trigger: LiveTrigger,
	end: number,
): Promise<void> {
	await trigger.poll;
	await trigger.allAnswered();
	for (let tries = 1; ; tries += 1) {
		await trigger.handOver(true).catch(() => undefined);
		await trigger.allAnswered();
		if (trigger.waiting.length === 0 || performance.now() > end) return;
		if (tries >= MOST_TRIES && (await isDatabaseThere(context))) return;
		// n8n may have its database back a second later.
		await delay(1_000);
	}
}

/**
 * Writes items to n8n's log that no execution holds, each as JSON on a line of its own. They are kept, in
 * case n8n goes on and activates the trigger again.
 */
async function writeDown(context: ITriggerFunctions, trigger: LiveTrigger): Promise<void> {
	const { emissions } = trigger;
	const isStored = emissions.size === 0 || (await isDatabaseThere(context));
	// What n8n has not answered for is in a running execution, unless its database is away.
	const left = [...emissions].filter(
		({ state, isLogged }) => !isLogged && (state === 'waiting' || !isStored),
	);
	if (!trigger.isDown || left.length === 0) return;
	const lines = left.flatMap(({ items }) => items.map((item) => JSON.stringify(item)));
	log(
		context,
		`with ${lines.length} items that n8n could not store. They follow, as the gateway returns each record once`,
	);
	for (const line of lines) context.logger.error(line);
	for (const emission of left) emission.isLogged = true;
}

function log(context: ITriggerFunctions, how: string): void {
	const subject = `'${context.getNode().name}' of workflow ${context.getWorkflow().id}`;
	context.logger.error(`${subject} was taken down ${how}`);
}
