import type { IDataObject, IPollFunctions, ITriggerFunctions } from 'n8n-workflow';
import { delay } from '../host/delay';
import { nodeKey } from '../host/execution';
import { emit, USUAL_ANSWER, type Receipt } from '../host/pollHost';
import type { Reported } from './report';
import { isLatest, type Found, type Memory } from './statusMemory';

/** Items for one execution, kept until n8n has begun it. */
export class Emission {
	/** `waiting` before they are given to n8n, and after it refused them; `open` until it answers. */
	state: 'waiting' | 'open' = 'waiting';
	/** Resolves when n8n has answered, or has had its usual time for it. */
	answered = Promise.resolve();
	/** Whether it stands in n8n's log, where no execution has it. */
	isLogged = false;

	/** @param replaced what the changes among them replaced, if they are given for the first time */
	constructor(
		public items: IDataObject[],
		readonly replaced: Found = {},
	) {}
}

/** For this time n8n is asked at each poll although it refuses, and then in such pauses, in milliseconds. */
const PATIENCE = 10 * 60_000;
const PAUSE = 15 * 60_000;

/** The state of a trigger that lives in this process only. */
export class LiveTrigger {
	/** Number of polls so far. */
	polls = 0;
	/** The poll under way; resolves when it has ended. */
	poll: Promise<unknown> | null = null;
	/** Whether it waits for records that the gateway returns once. */
	isTaking = false;
	/** Whether n8n has taken it down, or has not polled yet. */
	isDown = true;
	/** The context that n8n asked to poll last, whether it did or not. */
	asked: IPollFunctions | null = null;
	/** What n8n has not confirmed, in the order of the gateway. */
	emissions = new Set<Emission>();
	/** The statuses that this process has seen; null before the first. */
	memory: Memory | null = null;
	/** How often changes were handed over, by all processes together, as far as this one knows. */
	changes = -1;
	reported: Reported = new Map();
	/** Since when n8n refuses everything, and when it is asked again, in milliseconds of `performance.now()`. */
	private refusedSince = Infinity;
	private askedAgainAt = 0;

	/** @param context that of the last poll; n8n makes one or two for each activation, or one for each poll */
	constructor(public context: IPollFunctions) {}

	/** What must be given to n8n, again or for the first time. */
	get waiting(): Emission[] {
		return [...this.emissions].filter(({ state }) => state === 'waiting');
	}

	/**
	 * Hands over what waits, in the order of the gateway, until n8n refuses some of it: because the workflow
	 * was deactivated or cannot run, or the database is away. A workflow that cannot run fails an execution
	 * each time, which may start an error workflow.
	 *
	 * @param isLast whether no later poll may hand it over: without a pause
	 * @throws Error if n8n refuses it at once
	 */
	async handOver(isLast = false): Promise<void> {
		if (isLast) this.forgetRefusals();
		if (performance.now() < this.askedAgainAt) return;
		let [next, following] = this.waiting;
		while (next) {
			this.give(next);
			if (!following) return;
			await next.answered;
			if (next.state === 'waiting') return;
			[next, following] = this.waiting;
		}
	}

	/** Waits until n8n has answered for all emissions, or has had its usual time for it. */
	async allAnswered(): Promise<void> {
		await Promise.all([...this.emissions].map(({ answered }) => answered));
	}

	private forgetRefusals(): void {
		this.refusedSince = Infinity;
		this.askedAgainAt = 0;
	}

	private give(emission: Emission): void {
		const { context, emissions, memory } = this;
		const settle = (receipt: Receipt): void => {
			if (receipt === 'begun') {
				this.forgetRefusals();
				emissions.delete(emission);
				return;
			}
			emission.state = 'waiting';
			const now = performance.now();
			this.refusedSince = Math.min(this.refusedSince, now);
			this.askedAgainAt = now - this.refusedSince < PATIENCE ? now : now + PAUSE;
			if (receipt === 'refused') return;
			emission.items = emission.items.map((item) => ({ ...item, repeated: true }));
		};
		// A status that has changed since was handed over later. After it, this one would look like the last.
		emission.items = emission.items.filter((item) => isLatest(item, memory));
		if (emission.items.length === 0) {
			emissions.delete(emission);
			return;
		}
		const settled = emit(context, emission.items).then(settle);
		emission.answered = Promise.race([settled, delay(USUAL_ANSWER)]);
		emission.state = 'open';
	}
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
	const polls = liveTriggerOf(context)?.polls;
	await delay(LONGEST_EDIT);
	const trigger = liveTriggerOf(context);
	if (trigger?.isDown && trigger.polls === polls) triggers.delete(nodeKey(context));
}
