import type { IDataObject, IPollFunctions, ITriggerFunctions } from 'n8n-workflow';
import { delay } from './delay';
import type { Emitted } from './memory';
import type { Reported } from './report';

/** The state of a trigger that lives in this process only. */
export interface LiveTrigger {
	/** Number of polls so far. */
	polls: number;
	/** The context of the last poll; n8n makes one for each activation or for each poll. */
	context: IPollFunctions | null;
	/** The poll under way. */
	poll: RunningPoll | null;
	/** Whether n8n is taking the trigger down, or has done so. */
	isDown: boolean;
	/** The kept and the open ones, in the order of the gateway. */
	emissions: Set<Emission>;
	/** The last emission of each change, by the name of the event. */
	emitted: Map<string, Emitted>;
	/** The errors that were reported. */
	reported: Reported;
}

export interface RunningPoll {
	/** Whether it waits for records that the gateway hands out once. */
	isTaking: boolean;
	/** Resolves when the poll has ended. */
	ended: Promise<void>;
}

/** Items for one execution. */
export interface Emission {
	items: IDataObject[];
	/** Whether nobody can read the items again, so that they are kept until n8n begins an execution. */
	isOnceOnly: boolean;
	/** `kept` for the next time, `open` until n8n answers, `begun` or `refused` by its answer. */
	state: 'kept' | 'open' | 'begun' | 'refused';
	/** When n8n was given them, in milliseconds. */
	emittedAt: number;
	/** Resolves when n8n has answered. */
	answered: Promise<void>;
}

const triggers = new Map<string, LiveTrigger>();

const nameOf = (context: IPollFunctions | ITriggerFunctions): string =>
	`${context.getWorkflow().id}/${context.getNode().id}`;

/** The state of the trigger that polls, or that n8n takes down. */
export function liveTriggerOf(context: IPollFunctions | ITriggerFunctions): LiveTrigger {
	const name = nameOf(context);
	const known = triggers.get(name);
	if (known) return known;
	const trigger: LiveTrigger = {
		polls: 0,
		context: null,
		poll: null,
		isDown: false,
		emissions: new Set(),
		emitted: new Map(),
		reported: new Map(),
	};
	triggers.set(name, trigger);
	return trigger;
}

/** An edit takes the trigger down and activates it again within this time, in milliseconds. */
const LONGEST_EDIT = 60_000;

/** Forgets a trigger that was taken down, unless it is activated again soon. */
export async function forgetLater(context: ITriggerFunctions): Promise<void> {
	const trigger = liveTriggerOf(context);
	await delay(LONGEST_EDIT);
	if (trigger.isDown) triggers.delete(nameOf(context));
}
