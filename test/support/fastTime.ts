import { setTimeout as wait } from 'node:timers/promises';

let skipped = 0;
let speed = 1;

/**
 * Lets `skip` move `Date.now()`, until Jest's mocks are restored.
 *
 * @param timesAsFast how much faster the trigger's own waiting passes
 */
export function setUpClock(timesAsFast = 100): void {
	skipped = 0;
	speed = timesAsFast;
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + skipped);
}

/** Lets so many milliseconds pass at once. */
export const skip = (milliseconds: number): void => void (skipped += milliseconds);

/** Waits in place of the trigger's own `delay`. It does not keep the process from ending either. */
export const delay = async (milliseconds: number): Promise<void> =>
	await wait(milliseconds / speed, undefined, { ref: false });
