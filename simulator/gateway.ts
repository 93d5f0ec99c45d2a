import { Accounts } from './accounts';
import type { Charset } from './charset';
import { Clock } from './clock';
import { Delivery, type DeliveryRule } from './delivery';
import { Faults } from './faults';
import { Inbox } from './inbox';
import { Messages } from './messages';
import { OptOuts } from './optOuts';
import { RequestLog } from './requestLog';
import { defaultSeed, sow, type Seed } from './seed';

/** How the gateway behaves where the spec leaves a choice. */
export interface GatewaySettings {
	/** How many times faster than real time its clock runs; 0 stops it. */
	speed: number;
	/** How long every answer is held back. */
	latencyMs: number;
	/** The service brand before the XML request elements. */
	prefix: string;
	/** Whether an ampersand follows the last of several pairs or records. */
	trailingAmpersand: boolean;
	/** What the first MessageNumber of an XML answer is. */
	firstMessageNumber: 0 | 1;
	/** The charset of the answers. */
	charset: Charset;
	/** What it begins with. */
	seed: Seed;
	/** Decides how messages end, ahead of the outcomes by number ending. */
	deliveryRule: DeliveryRule;
	/** The time (ISO 8601) that its clock starts at; the real time when left out. */
	startAt?: string;
}

export const defaultSettings: GatewaySettings = {
	speed: 1,
	latencyMs: 0,
	prefix: 'Svc',
	trailingAmpersand: true,
	firstMessageNumber: 1,
	charset: 'utf-8',
	seed: defaultSeed,
	deliveryRule: () => undefined,
};

/** The service itself, whatever interface it is reached by. */
export class Gateway {
	readonly clock: Clock;
	readonly delivery: Delivery;
	readonly accounts = new Accounts();
	readonly messages = new Messages();
	readonly inbox = new Inbox();
	readonly optOuts = new OptOuts();
	readonly blacklist = new Set<string>();
	readonly industryDoNotContact = new Set<string>();
	readonly faults = new Faults();
	readonly requestLog = new RequestLog();

	constructor(readonly settings: GatewaySettings) {
		const { speed, startAt, deliveryRule, seed } = settings;
		this.clock = new Clock(speed, startAt === undefined ? undefined : Date.parse(startAt));
		this.delivery = new Delivery(deliveryRule);
		sow(this, seed);
	}

	/** Back to how it began, or to nothing at all. */
	reset(seed: Seed = this.settings.seed): void {
		this.clock.reset();
		const rooms = [this.delivery, this.accounts, this.messages, this.inbox, this.optOuts];
		const lists = [this.blacklist, this.industryDoNotContact, this.faults, this.requestLog];
		for (const part of [...rooms, ...lists]) part.clear();
		sow(this, seed);
	}
}
