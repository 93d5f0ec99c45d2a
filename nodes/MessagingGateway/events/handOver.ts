import {
	ExecutionCancelledError,
	type IDataObject,
	type IPollFunctions,
	type IRun,
} from 'n8n-workflow';
import { givesReceipts } from '../n8n/pollHost';
import { delay } from './delay';
import type { Emission, LiveTrigger } from './liveTrigger';
import type { Emitted } from './memory';
import { toOutput } from './output';

/** Most items of one execution: n8n makes several copies of them to store it. */
export const MOST_ITEMS = 10_000;

/** The time, in milliseconds, in which n8n usually has stored an emission or has refused it. */
const USUAL_ANSWER = 5_000;

/** The latest time at which n8n refuses: its database gives up a statement after five minutes. */
const LATEST_ANSWER = 300_000;

/**
 * Hands records to n8n, in executions of a limited size. Those that n8n cannot begin an execution with,
 * because the workflow was deactivated or the database is away, are kept for the next poll.
 *
 * @throws Error if n8n refuses them at once; they are kept then too
 */
export async function handOverRecords(
	context: IPollFunctions,
	trigger: LiveTrigger,
	items: IDataObject[],
): Promise<void> {
	for (let start = 0; start < items.length; start += MOST_ITEMS) {
		trigger.emissions.add(newEmission(items.slice(start, start + MOST_ITEMS), true));
	}
	await handOverKept(context, trigger);
}

/**
 * Hands over the records that are kept, in the order in which the gateway gave them, until n8n refuses
 * some of them.
 *
 * @throws Error if n8n refuses them at once; they are kept then too
 */
export async function handOverKept(context: IPollFunctions, trigger: LiveTrigger): Promise<void> {
	let [next, following] = keptBy(trigger);
	while (next) {
		emit(context, trigger, next);
		if (!following) return;
		await usuallyAnswered(next);
		if (next.state === 'kept') return;
		[next, following] = keptBy(trigger);
	}
}

/**
 * Hands changes to n8n. Their memory must be in the static data, which n8n stores just before it begins
 * the execution. The next poll finds them again if n8n begins none.
 *
 * @param changed the keys of the items
 * @throws Error if n8n refuses them at once
 */
export function handOverChanges(
	context: IPollFunctions,
	trigger: LiveTrigger,
	items: IDataObject[],
	changed: string[],
	emitted: Emitted,
): void {
	if (items.length === 0) return;
	const emission = newEmission(items, false);
	for (const key of changed) emitted.set(key, emission);
	trigger.emissions.add(emission);
	emit(context, trigger, emission);
}

/** The records that n8n has to be given, again or for the first time. */
export const keptBy = ({ emissions }: LiveTrigger): Emission[] =>
	[...emissions].filter(({ state }) => state === 'kept');

/**
 * Brings earlier emissions to an end. Until then, records are safer at the gateway.
 *
 * @returns whether n8n has begun an execution with each of them, as far as it can be known
 * @throws Error if n8n refuses them at once
 */
export async function isAllStored(context: IPollFunctions, trigger: LiveTrigger): Promise<boolean> {
	await allAnswered(trigger);
	await handOverKept(context, trigger);
	await allAnswered(trigger);
	const longAgo = Date.now() - LATEST_ANSWER;
	return [...trigger.emissions].every(
		({ state, emittedAt }) => state === 'open' && emittedAt <= longAgo,
	);
}

/** Waits until n8n has answered for all emissions, or has had its usual time for it. */
export async function allAnswered({ emissions }: LiveTrigger): Promise<void> {
	await Promise.all([...emissions].map(usuallyAnswered));
}

async function usuallyAnswered({ state, emittedAt, answered }: Emission): Promise<void> {
	const left = emittedAt + USUAL_ANSWER - Date.now();
	if (state === 'open' && left > 0) await Promise.race([answered, delay(left)]);
}

const newEmission = (items: IDataObject[], isOnceOnly: boolean): Emission => ({
	items,
	isOnceOnly,
	state: 'kept',
	emittedAt: 0,
	answered: Promise.resolve(),
});

function emit(context: IPollFunctions, trigger: LiveTrigger, emission: Emission): void {
	const settle = (answer: Answer): void => {
		const { items, isOnceOnly } = emission;
		if (answer === 'doubtful') emission.items = items.map((item) => ({ ...item, repeated: true }));
		emission.state = answer === 'begun' ? 'begun' : isOnceOnly ? 'kept' : 'refused';
		if (emission.state !== 'kept') trigger.emissions.delete(emission);
	};
	const receipt = givesReceipts(context)
		? context.helpers.createDeferredPromise<IRun>()
		: undefined;
	Object.assign(emission, { state: 'open', emittedAt: Date.now() });
	let isEmitted = false;
	try {
		context.__emit(toOutput(emission.items), undefined, receipt);
		isEmitted = true;
	} finally {
		if (!isEmitted) settle('refused');
	}
	emission.answered = answerOf(receipt?.promise).then(settle);
}

/** Whether n8n has begun an execution. In doubt, it has stored one that it removed, or will run later. */
type Answer = 'begun' | 'refused' | 'doubtful';

/**
 * Waits for n8n's answer to an emission, which comes when the execution has ended or could not begin.
 *
 * If its database goes at that moment, n8n names an execution that it has removed, or none although it
 * stored one. So only an execution that ended or was cancelled has certainly begun.
 *
 * @param receipt undefined for n8n 1, which does not answer and is taken to store what it gets
 */
async function answerOf(receipt: Promise<IRun | undefined> | undefined): Promise<Answer> {
	if (!receipt) return await delay(USUAL_ANSWER).then(() => 'begun');
	try {
		return (await receipt) ? 'begun' : 'refused';
	} catch (error) {
		return error instanceof ExecutionCancelledError ? 'begun' : 'doubtful';
	}
}
