import type { Failure } from '../exchange/failures';
import type { OutgoingMessage } from '../interfaces/interface';
import type { SendResult } from '../specification/codes';
import type { Outcome } from './outcome';

/**
 * Records which messages are requested, so that none goes out twice, also in another run. Its functions
 * never throw.
 */
export interface Ledger {
	/**
	 * Records messages right before their request. Returns the outcomes of those that must not be in it,
	 * because they were recorded before, or because recording failed.
	 */
	claim: (messages: OutgoingMessage[]) => Promise<Map<OutgoingMessage, Outcome<SendResult>>>;
	/** Learns the outcomes of the messages of a request, in the same order. */
	settle: (messages: OutgoingMessage[], outcomes: SettledOutcome[]) => Promise<void>;
	/** Called after the last request. */
	close: () => Promise<void>;
}

/** What became of a message whose request was made. */
export interface SettledOutcome extends Outcome<SendResult> {
	messageId: string | null;
	failure: Failure | null;
}

/** Records nothing. */
export const NO_LEDGER: Ledger = {
	claim: async () => new Map(),
	settle: async () => undefined,
	close: async () => undefined,
};
