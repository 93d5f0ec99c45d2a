import { setTimeout as wait } from 'node:timers/promises';

/** How much faster the trigger's own waiting passes. */
let speed = 100;

let skipped = 0;
let start = 0;

/** Lets `skip` move `performance.now()`, until Jest's mocks are restored. Each test begins an hour later. */
export function setUpClock(): void {
	start += 3_600_000;
	skipped = start;
	speed = 100;
	const now = performance.now.bind(performance);
	jest.spyOn(performance, 'now').mockImplementation(() => now() + skipped);
}

/** Lets the trigger's own waiting pass even faster, where nothing in the test takes time. */
export const hurry = (): void => void (speed = 1000);

/** Lets so many milliseconds pass at once. */
export const skip = (milliseconds: number): void => void (skipped += milliseconds);

/** Waits in place of the trigger's own `delay`. It does not keep the process from ending either. */
export const delay = async (milliseconds: number): Promise<void> =>
	await wait(milliseconds / speed, undefined, { ref: false });
