import type { Failure } from './failures';

/** The result of a call to the gateway: a value, or a failure. Failures are never thrown. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });

export const failed = (failure: Failure): Result<never> => ({ ok: false, failure });
