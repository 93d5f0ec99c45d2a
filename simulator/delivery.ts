/** Delivery status values (protocol, "Delivery status values"). */
export const DELIVERY_STATUSES = [
	'DELIVERED',
	'SENT',
	'NOTFOUND',
	'SENDINGFAILED',
	'FAIL',
] as const;

export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** A status, its code (protocol, "Status codes") and when it was reached. */
export interface StatusReport {
	status: DeliveryStatus;
	code: number;
	at: number;
}

export type DeliveryOutcome = Omit<StatusReport, 'at'>;

/** How a message ends, and when, if not after the usual time. */
export type DeliveryEnd = DeliveryOutcome & Partial<Pick<DeliveryDelays, 'untilOutcome'>>;

/** Seconds between the steps of a delivery, in the gateway's own time. */
export interface DeliveryDelays {
	/** From sending to SENT with code 105. */
	untilAccepted: number;
	/** From there to SENT with code 100. */
	untilSent: number;
	/** From there to the outcome. */
	untilOutcome: number;
}

/** Each status of a message and when it is reached, decided when the message is accepted. */
export type DeliveryPlan = readonly (DeliveryOutcome & { afterMs: number })[];

/** Decides how a message ends; undefined leaves it to the outcomes by number ending. */
export type DeliveryRule = (message: {
	number: string;
	text: string;
}) => DeliveryOutcome | undefined;

export const QUEUED: DeliveryOutcome = { status: 'NOTFOUND', code: -1 };
export const UNKNOWN: DeliveryOutcome = { status: 'NOTFOUND', code: -2 };
const ACCEPTED: DeliveryOutcome = { status: 'SENT', code: 105 };
const SENT: DeliveryOutcome = { status: 'SENT', code: 100 };
const DELIVERED: DeliveryOutcome = { status: 'DELIVERED', code: 0 };

export const DEFAULT_DELAYS: DeliveryDelays = { untilAccepted: 1, untilSent: 2, untilOutcome: 3 };

const failed = (code: number): DeliveryOutcome => ({ status: 'SENDINGFAILED', code });

/** A message to a number ending in 9 and a status code ends with that code. */
export const OUTCOME_BY_ENDING: Readonly<Record<string, DeliveryEnd>> = {
	'9100': SENT,
	'9105': ACCEPTED,
	'9106': { status: 'SENT', code: 106 },
	'9101': failed(101),
	'9102': failed(102),
	'9103': failed(103),
	'9107': failed(107),
	'9111': failed(111),
	'9201': failed(201),
	'9202': failed(202),
	'9211': failed(211),
	'9212': failed(212),
	'9213': failed(213),
	'9214': failed(214),
	/** Delivered, but slowly. */
	'27820009600': { ...DELIVERED, untilOutcome: 600 },
};

/** The part of a seed about delivery: delays replace the current ones, endings are added. */
export interface DeliverySeed {
	delays?: Partial<DeliveryDelays>;
	outcomeByEnding?: Record<string, DeliveryEnd>;
}

/** Outcomes by the last digits of a number; of several that match, the longest ending counts. */
class Endings {
	private readonly byEnding: ReadonlyMap<string, DeliveryEnd>;
	private readonly lengths: readonly number[];

	constructor(readonly outcomes: Readonly<Record<string, DeliveryEnd>>) {
		this.byEnding = new Map(Object.entries(outcomes));
		const lengths = new Set(Object.keys(outcomes).map((ending) => ending.length));
		this.lengths = [...lengths].sort((a, b) => b - a);
	}

	outcomeOf(number: string): DeliveryEnd | undefined {
		const length = this.lengths.find((digits) => this.byEnding.has(number.slice(-digits)));
		return length === undefined ? undefined : this.byEnding.get(number.slice(-length));
	}
}

/** Plans deliveries. Nothing runs in the background: a status is computed from the clock. */
export class Delivery {
	private delays = DEFAULT_DELAYS;
	private endings = new Endings(OUTCOME_BY_ENDING);
	/** Messages with the same outcome share a plan. */
	private plans = new WeakMap<DeliveryEnd, DeliveryPlan>();

	constructor(private readonly rule: DeliveryRule) {}

	seed({ delays, outcomeByEnding }: DeliverySeed): void {
		this.delays = { ...this.delays, ...delays };
		this.endings = new Endings({ ...this.endings.outcomes, ...outcomeByEnding });
		this.plans = new WeakMap();
	}

	plan(message: { number: string; text: string }): DeliveryPlan {
		const end = this.rule(message) ?? this.endings.outcomeOf(message.number) ?? DELIVERED;
		const known = this.plans.get(end);
		if (known) return known;
		const plan = planned(end, this.delays);
		this.plans.set(end, plan);
		return plan;
	}

	clear(): void {
		this.delays = DEFAULT_DELAYS;
		this.endings = new Endings(OUTCOME_BY_ENDING);
		this.plans = new WeakMap();
	}
}

function planned(end: DeliveryEnd, delays: DeliveryDelays): DeliveryPlan {
	const { untilOutcome = delays.untilOutcome, ...outcome } = end;
	const accepted = delays.untilAccepted * 1000;
	const sent = accepted + delays.untilSent * 1000;
	const steps = [
		{ ...QUEUED, afterMs: 0 },
		{ ...ACCEPTED, afterMs: accepted },
		{ ...SENT, afterMs: sent },
		{ ...outcome, afterMs: sent + untilOutcome * 1000 },
	];
	const last = steps.findIndex(
		({ status, code }) => status === outcome.status && code === outcome.code,
	);
	return steps.slice(0, last + 1);
}

/** The status that a plan has reached, for a message sent (or due to be sent) at `sentAt`. */
export function statusByPlan(plan: DeliveryPlan, sentAt: number, now: number): StatusReport {
	const reached = plan.findLast(({ afterMs }) => sentAt + afterMs <= now);
	const { status, code, afterMs } = reached ?? { ...QUEUED, afterMs: 0 };
	return { status, code, at: sentAt + afterMs };
}
