import { delay } from '../host/delay';
import { emit, USUAL_ANSWER, type Receipt } from '../host/pollHost';
import type { Emission, LiveTrigger } from './liveTrigger';
import { isLatest } from './statusMemory';

/**
 * Hands over what waits, in the order of the gateway, until n8n refuses some of it: because the workflow was
 * deactivated or the database is away.
 *
 * @throws Error if n8n refuses it at once
 */
export async function handOverWaiting(trigger: LiveTrigger): Promise<void> {
	let [next, following] = waitingIn(trigger);
	while (next) {
		give(trigger, next);
		if (!following) return;
		await next.answered;
		if (next.state === 'waiting') return;
		[next, following] = waitingIn(trigger);
	}
}

/** What n8n has to be given, again or for the first time. */
export const waitingIn = ({ emissions }: LiveTrigger): Emission[] =>
	[...emissions].filter(({ state }) => state === 'waiting');

/** Waits until n8n has answered for all emissions, or has had its usual time for it. */
export async function allAnswered({ emissions }: LiveTrigger): Promise<void> {
	await Promise.all([...emissions].map(({ answered }) => answered));
}

function give({ context, emissions, memories }: LiveTrigger, emission: Emission): void {
	const settle = (receipt: Receipt): void => {
		if (receipt === 'begun') emissions.delete(emission);
		else emission.state = 'waiting';
		if (receipt !== 'doubtful') return;
		emission.items = emission.items.map((item) => ({ ...item, repeated: true }));
	};
	// A status that has changed since was handed over later. After it, this one would look like the last.
	const memory = memories.get(emission.event);
	emission.items = emission.items.filter((item) => !memory || isLatest(item, memory));
	if (emission.items.length === 0) {
		emissions.delete(emission);
		return;
	}
	const settled = emit(context, emission.items).then(settle);
	emission.answered = Promise.race([settled, delay(USUAL_ANSWER)]);
	emission.state = 'open';
}
