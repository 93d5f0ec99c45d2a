import type { Clock } from '../specification/time';
import type { Failure } from './failures';
import type { PasswordGate } from './passwordGate';
import type { GatewayRequest, RequestName } from './request';

/** The result of a call to the gateway: a value, or a failure. Failures are never thrown. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });

export const failed = (failure: Failure): Result<never> => ({ ok: false, failure });

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

/** Signs one request and sends it once, waiting `timeout` milliseconds for the answer. Never throws. */
export type Exchange = (request: GatewayRequest, timeout: number) => Promise<Result<Answer>>;
