import type { ReceivedText } from './inbox';
import type { Times } from './times';

/** How long an answer is waited for, which nobody reads. */
const PATIENCE_MS = 5000;

/**
 * Notifies the account holder of new replies by a GET request, once (protocol, "Events"). The protocol
 * does not show what is sent: these are three of the parameters of the real service.
 */
export class ReplyWebhook {
	private address: string | null = null;

	constructor(private readonly times: Times) {}

	/** @param address of HTTP or HTTPS; null notifies nobody */
	set(address: string | null): void {
		this.address = address;
	}

	notify({ from, receivedAt }: ReceivedText): void {
		if (this.address === null) return;
		const url = new URL(this.address);
		url.searchParams.append('type', 'deliver');
		url.searchParams.append('date', this.times.webhookDate(receivedAt));
		url.searchParams.append('from', from);
		void fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(PATIENCE_MS) })
			.then(async (answer) => await answer.body?.cancel())
			.catch(() => undefined);
	}

	shown() {
		return { replies: this.address };
	}

	clear(): void {
		this.address = null;
	}
}
