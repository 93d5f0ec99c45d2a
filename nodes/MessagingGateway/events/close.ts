import type { ITriggerFunctions } from 'n8n-workflow';
import { CREDENTIAL } from '../n8n/transport';
import { delay } from './delay';
import { allAnswered, handOverKept, keptBy } from './handOver';
import { forgetLater, liveTriggerOf, type Emission, type LiveTrigger } from './liveTrigger';

/** Longest time that n8n is held up, in milliseconds. It ends by force after 30 seconds. */
const CLOSING_MILLISECONDS = 25_000;

/** The time between two attempts to hand over records, and the time in which n8n reads a credential. */
const A_WHILE = 1_000;

/**
 * Waits for the poll under way when n8n takes the trigger down: to stop, or because the workflow was
 * deactivated or changed. The gateway has handed out the records of the answer by then. What n8n cannot
 * store in this time is written to its log, since it is nowhere else.
 */
export async function close(context: ITriggerFunctions): Promise<void> {
	const trigger = liveTriggerOf(context);
	const end = Date.now() + CLOSING_MILLISECONDS;
	trigger.isDown = true;
	const finished = finish(trigger, end);
	await Promise.race([finished, delay(CLOSING_MILLISECONDS)]);
	if (trigger.poll?.isTaking) {
		context.logger.error(
			`${subject(context)} was taken down before the gateway had answered. It hands out each record once, so replies may have been lost`,
		);
	}
	await writeDown(context, trigger);
	// An answer may still come while n8n goes on running.
	void finished.then(async () => await writeDown(context, trigger));
	void forgetLater(context);
}

/** Lets the poll end, and hands over what n8n refuses until it can be stored. */
async function finish(trigger: LiveTrigger, end: number): Promise<void> {
	await trigger.poll?.ended;
	await allAnswered(trigger);
	while (trigger.context && keptBy(trigger).length > 0) {
		await handOverKept(trigger.context, trigger).catch(() => undefined);
		await allAnswered(trigger);
		if (Date.now() > end) return;
		if (keptBy(trigger).length > 0) await delay(A_WHILE);
	}
}

/** Writes records to n8n's log that no execution holds, each as JSON on a line of its own. */
async function writeDown(context: ITriggerFunctions, trigger: LiveTrigger): Promise<void> {
	const lost = await unstored(context, trigger);
	if (!trigger.isDown || lost.length === 0) return;
	const items = lost.flatMap((emission) => emission.items);
	context.logger.error(
		`${subject(context)} was taken down with ${items.length} records that n8n could not store. They follow, as the gateway hands out each record once`,
	);
	for (const item of items) context.logger.error(JSON.stringify(item));
	for (const emission of lost) trigger.emissions.delete(emission);
}

/** The kept records, and the open ones if n8n cannot read its database, and so cannot write to it. */
async function unstored(context: ITriggerFunctions, trigger: LiveTrigger): Promise<Emission[]> {
	const records = [...trigger.emissions].filter(({ isOnceOnly }) => isOnceOnly);
	const isOpen = ({ state }: Emission): boolean => state === 'open';
	if (!records.some(isOpen)) return records;
	const read = context.getCredentials(CREDENTIAL).then(
		() => true,
		() => false,
	);
	const isReadable = await Promise.race([read, delay(A_WHILE).then(() => false)]);
	return isReadable ? records.filter((emission) => !isOpen(emission)) : records;
}

const subject = (context: ITriggerFunctions): string =>
	`'${context.getNode().name}' of workflow ${context.getWorkflow().id}`;
