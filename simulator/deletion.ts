import type { Account } from './accounts';
import type { Gateway } from './gateway';
import { waitsForItsTime } from './messages';

/** Delete result values (protocol, "Delete result values"). */
export type DeleteResult = 'DELETED' | 'NOTFOUND' | 'SENT';

/** Takes a scheduled message out of the queue and refunds its credits to the account. */
export function deleteScheduled(gateway: Gateway, account: Account, id: string): DeleteResult {
	const message = gateway.messages.withId(id);
	if (message?.account !== account || message.deleted) return 'NOTFOUND';
	if (!waitsForItsTime(message, gateway.clock.now())) return 'SENT';
	message.deleted = true;
	account.credits += message.credits;
	return 'DELETED';
}
