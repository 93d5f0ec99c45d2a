import type { Failure } from './failures';

/** What a call to the gateway gave: a value, or why there is none. Failures are never thrown. */
export type Result<T> = { ok: true; value: T } | { ok: false; failure: Failure };

export const success = <T>(value: T): Result<T> => ({ ok: true, value });

export const failed = (failure: Failure): Result<never> => ({ ok: false, failure });
