import type { IDataObject, IPollFunctions, IRun } from 'n8n-workflow';
import { givesReceipts } from '../n8n/pollHost';
import type { LiveTrigger } from './liveTrigger';
import { toOutput } from './output';
import { passed } from './passed';

/** Most items of one execution: n8n makes several copies of them to store it. */
export const MOST_ITEMS = 10_000;

/** The time, in milliseconds, in which n8n usually has stored an emission or has refused it. */
export const STORING_MILLISECONDS = 5_000;

/** Number of emissions of records in this process. */
let places = 0;

/**
 * Hands records to n8n, in executions of a limited size. Those that n8n cannot begin an execution with,
 * because the workflow was deactivated or the database is away, are kept for the next poll.
 *
 * @throws Error if n8n refuses them at once; they are kept then too
 */
export function handOverRecords(
	context: IPollFunctions,
	trigger: LiveTrigger,
	items: IDataObject[],
): void {
	for (let start = 0; start < items.length; start += MOST_ITEMS) {
		places += 1;
		trigger.kept.push({ place: places, items: items.slice(start, start + MOST_ITEMS) });
	}
	handOverKept(context, trigger);
}

/**
 * Hands over the records that were kept, in the order in which the gateway gave them.
 *
 * @throws Error if n8n refuses them at once; they are kept then too
 */
export function handOverKept(context: IPollFunctions, trigger: LiveTrigger): void {
	const { kept } = trigger;
	for (let records = kept.shift(); records; records = kept.shift()) {
		const { place, items } = records;
		emit(context, trigger, items, () => {
			kept.push({ place, items });
			kept.sort((one, other) => one.place - other.place);
		});
	}
}

/**
 * Hands changes to n8n together with the memory of them, which n8n stores just before it begins the
 * execution. If it cannot begin one, the next poll takes the changes back, and finds them again.
 *
 * @throws Error if n8n refuses them at once
 */
export function handOverChanges(
	context: IPollFunctions,
	trigger: LiveTrigger,
	items: IDataObject[],
	memory: IDataObject,
): void {
	const stored = context.getWorkflowStaticData('node');
	const { hasStored, takenBack } = trigger;
	const earlier = takenBack ?? { ...stored };
	Object.assign(stored, memory);
	if (items.length === 0) {
		if (takenBack) trigger.takenBack = memory;
		return;
	}
	Object.assign(trigger, { hasStored: true, takenBack: undefined });
	emit(context, trigger, items, () => {
		Object.assign(trigger, { hasStored, takenBack: earlier });
	});
}

/** Resolves when n8n has stored or refused every emission of the trigger, as far as it can be known. */
export async function allStored({ underWay }: LiveTrigger): Promise<void> {
	await Promise.all(underWay);
}

/**
 * Emits items. n8n settles the receipt when the execution has ended, or could not begin.
 *
 * @param refuse called if no execution began
 */
function emit(
	context: IPollFunctions,
	trigger: LiveTrigger,
	items: IDataObject[],
	refuse: () => void,
): void {
	const waiting: Array<Promise<void>> = [passed(STORING_MILLISECONDS)];
	const receipt = givesReceipts(context)
		? context.helpers.createDeferredPromise<IRun>()
		: undefined;
	if (receipt) waiting.push(receipt.promise.then(...whetherBegun(refuse)));
	let isEmitted = false;
	try {
		context.__emit(toOutput(items), undefined, receipt);
		isEmitted = true;
	} finally {
		if (!isEmitted) refuse();
	}
	const stored = Promise.race(waiting);
	trigger.underWay.add(stored);
	void stored.then(() => trigger.underWay.delete(stored));
}

/** The two ways in which a receipt is settled. n8n's errors name the execution once there is one. */
const whetherBegun = (refuse: () => void) =>
	[
		(run: IRun | undefined): void => (run === undefined ? refuse() : undefined),
		(error: { extra?: { executionId?: string } } | undefined): void =>
			error?.extra?.executionId === undefined ? refuse() : undefined,
	] as const;
