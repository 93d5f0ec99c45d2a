import type { IDataObject, IPollFunctions, ITriggerFunctions } from 'n8n-workflow';
import { delay } from '../n8n/delay';
import { nodeKey } from '../n8n/nodeKey';
import type { Emitted } from './memory';
import type { Reported } from './report';

/** The state of a trigger that lives in this process only. */
export class LiveTrigger {
	/** Number of polls so far. */
	polls = 0;
	/** The poll under way; resolves when it has ended. */
	poll: Promise<unknown> | null = null;
	/** Whether it waits for records that the gateway returns once. */
	isTaking = false;
	/** Whether n8n is taking the trigger down, or has done so. */
	isDown = false;
	/** The waiting and the open emissions, in the order of the gateway. */
	emissions = new Set<Emission>();
	/** The static data of the last poll. The context of an earlier activation no longer gives them in n8n 2. */
	stored: IDataObject = {};
	/** The last emission of each change, by the name of the event. */
	emitted = new Map<string, Emitted>();
	reported: Reported = new Map();

	/** @param context that of the last poll; n8n makes one for each activation, or for each poll */
	constructor(public context: IPollFunctions) {}
}

/** Items for one execution. */
export class Emission {
	/** `waiting` before they are given to n8n, and after it refused them; `open` until it answers. */
	state: 'waiting' | 'open' | 'begun' = 'waiting';
	/** When it was given to n8n, in milliseconds. */
	emittedAt = 0;
	/** Resolves when n8n has answered. */
	answered = Promise.resolve();

	/** @param isKept whether n8n gets them until it begins an execution; changes are found again instead */
	constructor(
		public items: IDataObject[],
		readonly isKept: boolean,
	) {}
}

const triggers = new Map<string, LiveTrigger>();

/** The state of a trigger; undefined if it has not polled since n8n took it down. */
export const liveTriggerOf = (
	context: IPollFunctions | ITriggerFunctions,
): LiveTrigger | undefined => triggers.get(nodeKey(context));

/** Makes the state of a trigger at its first poll. */
export function newLiveTrigger(context: IPollFunctions): LiveTrigger {
	const trigger = new LiveTrigger(context);
	triggers.set(nodeKey(context), trigger);
	return trigger;
}

/** An edit takes the trigger down and activates it again within this time, in milliseconds. */
const LONGEST_EDIT = 60_000;

/** Forgets a trigger that was taken down, unless it is activated again soon. Another process may go on. */
export async function forgetLater(context: ITriggerFunctions): Promise<void> {
	await delay(LONGEST_EDIT);
	if (liveTriggerOf(context)?.isDown) triggers.delete(nodeKey(context));
}
