import type { IDataObject, IPollFunctions, ITriggerFunctions } from 'n8n-workflow';
import { inBatches } from '../gateway/specification/lists';
import { delay } from '../host/delay';
import { nodeKey } from '../host/execution';
import { emit, USUAL_ANSWER } from '../host/pollHost';
import type { Reported } from './report';

/** Items for one execution, kept until n8n has begun it. */
interface Emission {
	items: IDataObject[];
	/** Whether n8n has them and has not answered yet. Otherwise they wait to be given to it. */
	isOpen: boolean;
	/** Resolves when n8n has answered, or has had its usual time for it. */
	answered: Promise<void>;
}

/** Most items of one execution: n8n makes several copies of them to store it. */
const MOST_ITEMS = 10_000;

/** After this time, in milliseconds, n8n is asked again without a poll: the next one may be a day away. */
const PAUSE = 60_000;

/** The state of a trigger that lives in this process only. */
export class LiveTrigger {
	polls = 0;
	poll: Promise<unknown> | null = null;
	/** Whether n8n has taken it down, or has not polled yet. */
	isDown = true;
	/** The context that n8n asked to poll last, whether it did or not. */
	asked: IPollFunctions | null = null;
	reported: Reported = new Map();
	/** What n8n has not confirmed, in the order of the gateway. */
	private readonly emissions = new Set<Emission>();
	private isPausing = false;

	/** @param context that of the last poll; n8n makes one or two for each activation, or one for each poll */
	constructor(public context: IPollFunctions) {}

	/** What must be given to n8n, again or for the first time. */
	get waiting(): Emission[] {
		return [...this.emissions].filter(({ isOpen }) => !isOpen);
	}

	add(items: IDataObject[]): void {
		for (const part of inBatches(items, MOST_ITEMS)) {
			this.emissions.add({ items: part, isOpen: false, answered: Promise.resolve() });
		}
	}

	/**
	 * Hands over what waits, in the order of the gateway, until n8n refuses some of it: because the workflow
	 * was deactivated or cannot run, or the database is away.
	 *
	 * @throws Error if n8n refuses it at once
	 */
	async handOver(): Promise<void> {
		let last: Emission | undefined;
		for (const emission of this.waiting) {
			await last?.answered;
			if (last?.isOpen === false) return;
			this.give(emission);
			last = emission;
		}
	}

	async allAnswered(): Promise<void> {
		await Promise.all([...this.emissions].map(({ answered }) => answered));
	}

	private give(emission: Emission): void {
		const settled = emit(this.context, emission.items).then((receipt) => {
			if (receipt === 'begun') {
				this.emissions.delete(emission);
				return;
			}
			emission.isOpen = false;
			if (receipt === 'doubtful') {
				emission.items = emission.items.map((item) => ({ ...item, repeated: true }));
			}
			void this.handOverLater();
		});
		emission.answered = Promise.race([settled, delay(USUAL_ANSWER)]);
		emission.isOpen = true;
	}

	/** What is left when n8n takes the trigger down is handed over by the first poll of the next activation. */
	private async handOverLater(): Promise<void> {
		if (this.isPausing) return;
		this.isPausing = true;
		while (this.waiting.length > 0 && !this.isDown) {
			await delay(PAUSE);
			if (this.poll || this.isDown) continue;
			this.poll = this.handOver().catch(() => undefined);
			await this.poll;
			this.poll = null;
		}
		this.isPausing = false;
	}
}

const triggers = new Map<string, LiveTrigger>();

/** The state of a trigger; undefined if it has not polled in this process. */
export const liveTriggerOf = (
	context: IPollFunctions | ITriggerFunctions,
): LiveTrigger | undefined => triggers.get(nodeKey(context));

/** Makes the state of a trigger at its first poll. */
export function newLiveTrigger(context: IPollFunctions): LiveTrigger {
	const trigger = new LiveTrigger(context);
	triggers.set(nodeKey(context), trigger);
	return trigger;
}
