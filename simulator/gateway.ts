import { Accounts, SeedRefused } from './accounts';
import { Clock } from './clock';
import { Delivery, type DeliveryRule } from './delivery';
import { Faults } from './faults';
import { Inbox } from './inbox';
import { Messages } from './messages';
import { OptOuts } from './optOuts';
import { RequestLog } from './requestLog';
import { ReplyWebhook } from './replyWebhook';
import { defaultSeed, type OptOutSeed, type Seed } from './seed';
import { Times } from './times';

/** How the gateway behaves where the protocol leaves a choice. */
export interface GatewaySettings {
	/** How many times faster than real time the clock runs; 0 stops it. */
	speed: number;
	/** The time from a request to its answer, unless the work takes longer. */
	latencyMs: number;
	/** The path before every endpoint, such as `/api`; empty for none. */
	path: string;
	/** The zone (an IANA name) whose clock all times on the wire are on. */
	timeZone: string;
	/** The service brand before the XML request elements. */
	prefix: string;
	/** The result for a number on the industry Do Not Contact list. */
	doNotContactWord: string;
	/** The data it begins with. */
	seed: Seed;
	/** Decides how messages end, ahead of the outcomes by number ending. */
	deliveryRule: DeliveryRule;
	/** The time (ISO 8601) at which the clock starts; the real time when left out. */
	startAt?: string;
}

export const defaultSettings: GatewaySettings = {
	speed: 1,
	latencyMs: 0,
	path: '',
	timeZone: 'UTC',
	prefix: 'Svc',
	doNotContactWord: 'INDUSTRYDNC',
	seed: defaultSeed,
	deliveryRule: () => undefined,
};

/**
 * The service itself, independent of the interfaces. Where the specification is silent, these are guesses:
 *
 * - Upper and lower case count in XML only, not in addresses and names of parameters.
 * - A time that the zone's clock skips counts as an hour later.
 * - An ID on /requestbatch.asp that no semicolon follows is not read.
 * - Ninety days of a status count from when the message was sent.
 * - Deleting a message that was never scheduled gives SENT; the ID of another account is a wrong ID.
 * - Another order of elements, unknown or missing ones, a DOCTYPE and more than 100 levels are
 *   "Not Valid XML Document". Wrong credentials and a wrong date together give two Error elements.
 * - MessageText is decoded as a query string; an unescaped percent sign stays.
 * - Opt-outs are accepted from every country, and cost nothing; a second one of a number adds nothing.
 * - A short-code message is a record of the reply and the short-code operations, and opts nobody out.
 * - A transfer with the credentials of a sub account is invalidUser.
 * - A single pair has no trailing ampersand, FAIL& and lists have one; an empty list is an empty answer.
 * - Status code -3 is never answered: wrong credentials give the Error.
 * - Every answer has status 200, text/html or text/xml; anything else is a 404 with a web page.
 */
export class Gateway {
	readonly clock: Clock;
	readonly times: Times;
	readonly delivery: Delivery;
	readonly accounts = new Accounts();
	readonly messages = new Messages();
	readonly inbox = new Inbox();
	readonly optOuts = new OptOuts();
	readonly blacklist = new Set<string>();
	readonly industryDoNotContact = new Set<string>();
	readonly faults = new Faults();
	readonly requestLog = new RequestLog();
	readonly replyWebhook: ReplyWebhook;

	constructor(readonly settings: GatewaySettings) {
		const { speed, startAt, timeZone, deliveryRule, seed } = settings;
		this.clock = new Clock(speed, startAt === undefined ? undefined : Date.parse(startAt));
		this.times = new Times(timeZone);
		this.delivery = new Delivery(deliveryRule);
		this.replyWebhook = new ReplyWebhook(this.times);
		this.seed(seed);
	}

	/** Adds a seed; an account with a known login is changed, not added twice. */
	seed(seed: Seed): void {
		for (const account of seed.accounts ?? []) this.accounts.seed(account);
		for (const number of seed.blacklist ?? []) this.blacklist.add(number);
		for (const number of seed.industryDoNotContact ?? []) this.industryDoNotContact.add(number);
		for (const optOut of seed.optOuts ?? []) this.seedOptOut(optOut);
		if (seed.delivery) this.delivery.seed(seed.delivery);
		if (seed.nextMessageId) this.messages.continueFrom(seed.nextMessageId);
	}

	/** Forgets everything and starts over with a seed, by default the one it began with. */
	reset(seed: Seed = this.settings.seed): void {
		this.clock.reset();
		for (const part of Object.values(this).filter(canBeCleared)) part.clear();
		this.seed(seed);
	}

	private seedOptOut({ login, number, text, sentMessageId = '' }: OptOutSeed): void {
		const account = this.accounts.withLogin(login);
		if (!account) throw new SeedRefused(`There is no account "${login}".`);
		const receivedAt = this.clock.now();
		if (text === undefined) this.optOuts.addManually(account, number, receivedAt);
		else this.optOuts.add(account, { number, receivedAt, text, sentMessageId });
	}
}

/** Whatever of the service can be emptied, so that a reset forgets no part of it. */
const canBeCleared = (part: unknown): part is { clear(): void } =>
	typeof part === 'object' && part !== null && 'clear' in part;
