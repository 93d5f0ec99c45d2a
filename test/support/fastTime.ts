import { setTimeout as wait } from 'node:timers/promises';

/** How much faster the trigger's own waiting passes. */
const SPEED = 100;

let skipped = 0;

/** Lets `skip` move `Date.now()`, until Jest's mocks are restored. */
export function setUpClock(): void {
	skipped = 0;
	const now = Date.now.bind(Date);
	jest.spyOn(Date, 'now').mockImplementation(() => now() + skipped);
}

/** Lets so many milliseconds pass at once. */
export const skip = (milliseconds: number): void => void (skipped += milliseconds);

/** Waits in place of the trigger's own `delay`. */
export const delay = async (milliseconds: number): Promise<void> =>
	await wait(milliseconds / SPEED);
