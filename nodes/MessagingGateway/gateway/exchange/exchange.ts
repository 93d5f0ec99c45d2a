import type { Clock } from '../specification/time';
import type { Failure } from './failures';
import type { PasswordGate } from './passwordGate';
import type { GatewayRequest, RequestName } from './request';
import type { Result } from './result';

/** An HTTP answer of any status. */
export interface Answer {
	/** The request that was answered. */
	to: RequestName;
	status: number;
	/** Whether a proxy signed the answer, which the gateway may never have seen. */
	byProxy?: boolean;
	/** The decoded body: all of it, or as much as arrived before `cut`. */
	body: string;
	/** The reason why the body ended early; absent when it is complete. */
	cut?: Failure;
	/** Whether its length was known beforehand, so that an end without `cut` is the real end. */
	hasKnownLength: boolean;
	/** The clock that all times in the body are on. */
	clock: Clock;
	/** Keeps the password out of what is shown of the answer. */
	gate: PasswordGate;
}

/**
 * Signs one request and sends it to the gateway once. Never throws.
 *
 * @param timeout milliseconds to wait for the answer
 */
export type Exchange = (request: GatewayRequest, timeout: number) => Promise<Result<Answer>>;
