import type { Clock } from '../clock';
import type { ReceivedText } from '../inbox';
import type { Message } from '../messages';
import { statusOf } from '../status';
import { isoTime, type Times } from '../times';
import { Notifier } from './notifier';

/** The addresses that are notified (protocol, "Events"); null notifies nobody. */
export interface WebhookAddresses {
	replies: string | null;
	deliveryReports: string | null;
}

export const NO_WEBHOOKS: WebhookAddresses = { replies: null, deliveryReports: null };

/** An address that cannot be called; the message says why. */
class AddressRefused extends Error {
	readonly statusCode = 400;
}

/** @throws AddressRefused for anything but an address of HTTP or HTTPS */
export function requireWebhookAddress(text: string): void {
	if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol)) {
		throw new AddressRefused(`"${text}" is not an address that begins with http:// or https://.`);
	}
}

/** A status is computed from the clock, so somebody has to look for those that were reached. */
const TICK_MS = 200;

/** Of more messages without a report, the oldest is given up. */
const MOST_AWAITED = 100_000;

/**
 * Notifies the account holder of new replies and of delivery reports, by a GET request. The protocol
 * does not show what is sent: `type=deliver`, `date` and `from` of a reply are those of the real
 * service; whatever else is sent is made up, and a name that begins with `simulator_` says so.
 */
export class Webhooks {
	private addresses: WebhookAddresses;
	private readonly notifier: Notifier;
	private readonly awaited = new Set<Message>();
	private timer: NodeJS.Timeout | undefined;

	constructor(
		private readonly initial: WebhookAddresses,
		private readonly clock: Clock,
		private readonly times: Times,
		patienceMs: number,
	) {
		this.notifier = new Notifier(patienceMs);
		this.addresses = this.initial;
		this.set(this.initial);
	}

	/** Changes the addresses that are given. */
	set(addresses: Partial<WebhookAddresses>): void {
		for (const address of Object.values(addresses)) {
			if (address !== null) requireWebhookAddress(address);
		}
		this.addresses = { ...this.addresses, ...addresses };
		clearInterval(this.timer);
		if (this.addresses.deliveryReports === null) this.awaited.clear();
		else this.timer = setInterval(() => this.reportDeliveries(), TICK_MS).unref();
	}

	/** Notifies of a reply, or of a message to a short code. */
	textReceived({ from, text, receivedAt, sentMessageId, shortCode }: ReceivedText): void {
		this.notify(this.addresses.replies, {
			type: 'deliver',
			date: this.times.webhookDate(receivedAt),
			from,
			simulator_message: text,
			simulator_sent_message_id: sentMessageId,
			...(shortCode === null ? {} : { simulator_short_code: shortCode }),
		});
	}

	/** Notifies of this message once it was delivered, or failed. */
	reportOn(message: Message): void {
		if (this.addresses.deliveryReports === null) return;
		this.awaited.add(message);
		const [oldest] = this.awaited;
		if (oldest && this.awaited.size > MOST_AWAITED) this.awaited.delete(oldest);
	}

	private reportDeliveries(): void {
		const now = this.clock.now();
		for (const message of this.awaited) {
			const { status, code, at } = statusOf(message, now);
			const isReported = status === 'DELIVERED' || status === 'SENDINGFAILED';
			if (isReported || message.deleted) this.awaited.delete(message);
			if (!isReported) continue;
			this.notify(this.addresses.deliveryReports, {
				type: 'report',
				date: this.times.webhookDate(at),
				from: message.number,
				simulator_message_id: message.id,
				simulator_status: status,
				simulator_code: String(code),
			});
		}
	}

	private notify(address: string | null, fields: Record<string, string>): void {
		if (address === null) return;
		const url = new URL(address);
		for (const [name, value] of Object.entries(fields)) url.searchParams.append(name, value);
		this.notifier.call(url, isoTime(this.clock.now()));
	}

	/** The addresses, and how many calls were answered. */
	shown() {
		return { ...this.addresses, ...this.notifier.counted() };
	}

	/** The latest calls, oldest first. */
	notifications() {
		return this.notifier.all();
	}

	/** Goes back to the addresses that the simulator was started with. */
	clear(): void {
		this.awaited.clear();
		this.notifier.clear();
		this.set(this.initial);
	}

	/** Ends for good. */
	close(): void {
		clearInterval(this.timer);
		this.notifier.close();
	}
}
