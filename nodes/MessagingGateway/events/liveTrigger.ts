import type { IDataObject, IPollFunctions, ITriggerFunctions } from 'n8n-workflow';

/** The state of a trigger in this process. It outlives the activations of its workflow. */
export interface LiveTrigger {
	/** Number of polls so far. */
	polls: number;
	/** The poll under way. */
	poll: RunningPoll | null;
	/** Whether n8n has begun an execution with changes of this process. */
	hasStored: boolean;
	/** Records that n8n could not begin an execution with. They are handed over again, in this order. */
	kept: KeptRecords[];
	/** The memory from before the last changes, if n8n could not begin an execution with them. */
	takenBack: IDataObject | undefined;
	/** Emissions of which it is not known yet whether n8n could begin an execution. */
	underWay: Set<Promise<void>>;
}

export interface RunningPoll {
	/** Whether n8n is taking the trigger down. */
	isClosing: boolean;
	/** Resolves when the poll has ended. */
	ended: Promise<void>;
}

export interface KeptRecords {
	/** Place in the order in which the gateway handed them out. */
	place: number;
	items: IDataObject[];
}

const triggers = new Map<string, LiveTrigger>();

/** The trigger, as this process tells it from others. */
export const nameOf = (context: IPollFunctions | ITriggerFunctions): string =>
	`${context.getWorkflow().id}/${context.getNode().id}`;

/** The state of the trigger that polls, or that n8n takes down. */
export function liveTriggerOf(context: IPollFunctions | ITriggerFunctions): LiveTrigger {
	const name = nameOf(context);
	const known = triggers.get(name);
	if (known) return known;
	const trigger: LiveTrigger = {
		polls: 0,
		poll: null,
		hasStored: false,
		kept: [],
		takenBack: undefined,
		underWay: new Set(),
	};
	triggers.set(name, trigger);
	return trigger;
}
