import type { IDataObject } from 'n8n-workflow';
import { delay } from '../n8n/delay';
import { emit, LATEST_ANSWER, USUAL_ANSWER, type Receipt } from '../n8n/pollHost';
import { Emission, type LiveTrigger } from './liveTrigger';

/** Most items of one execution: n8n makes several copies of them to store it. */
export const MOST_ITEMS = 10_000;

/**
 * Hands records to n8n, in executions of a limited size. Those that n8n refuses, because the workflow was
 * deactivated or the database is away, are kept for the next poll.
 *
 * @throws Error if n8n refuses them at once
 */
export async function handOverRecords(trigger: LiveTrigger, items: IDataObject[]): Promise<void> {
	for (let start = 0; start < items.length; start += MOST_ITEMS) {
		trigger.emissions.add(new Emission(items.slice(start, start + MOST_ITEMS), true));
	}
	await handOverKept(trigger);
}

/** Hands over the kept records, in the order of the gateway, until n8n refuses some of them. */
export async function handOverKept(trigger: LiveTrigger): Promise<void> {
	let [next, following] = keptBy(trigger);
	while (next) {
		give(trigger, next);
		if (!following) return;
		await usuallyAnswered(next);
		if (next.state === 'waiting') return;
		[next, following] = keptBy(trigger);
	}
}

/**
 * Hands changes to n8n, once their memory is in the static data, which n8n stores just before it begins
 * the execution. The next poll finds them again if n8n begins none.
 *
 * @throws Error if n8n refuses them at once
 */
export function handOverChanges(trigger: LiveTrigger, items: IDataObject[]): Emission {
	const emission = new Emission(items, false);
	if (items.length > 0) give(trigger, emission);
	return emission;
}

/** The records that n8n has to be given, again or for the first time. */
export const keptBy = ({ emissions }: LiveTrigger): Emission[] =>
	[...emissions].filter(({ state }) => state === 'waiting');

/**
 * Brings earlier emissions to an end, and returns whether n8n has begun an execution with each of them, as
 * far as it can be known. Until then, records are safer at the gateway.
 */
export async function isAllStored(trigger: LiveTrigger): Promise<boolean> {
	await allAnswered(trigger);
	await handOverKept(trigger);
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

function give({ context, emissions }: LiveTrigger, emission: Emission): void {
	const settle = (receipt: Receipt): void => {
		const { items, isKept } = emission;
		if (receipt === 'doubtful') emission.items = items.map((item) => ({ ...item, repeated: true }));
		emission.state = receipt === 'begun' ? 'begun' : 'waiting';
		if (receipt === 'begun' || !isKept) emissions.delete(emission);
	};
	emission.answered = emit(context, emission.items).then(settle);
	emission.emittedAt = Date.now();
	emission.state = 'open';
	emissions.add(emission);
}
