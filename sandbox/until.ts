import { setTimeout as wait } from 'node:timers/promises';
import { SandboxFailure } from './failure';

const MILLISECONDS_BETWEEN = 100;

/**
 * Looks again and again until there is something to see, and gives it.
 *
 * @param look gives undefined or false while there is nothing yet
 * @param otherwise what did not happen, for the message when the time is up
 */
export async function until<Seen>(
	look: () => Promise<Seen | undefined | false>,
	milliseconds = 30_000,
	otherwise = 'What was waited for did not happen',
): Promise<Seen> {
	const deadline = Date.now() + milliseconds;
	for (;;) {
		const seen = await look();
		if (seen !== undefined && seen !== false) return seen;
		if (Date.now() > deadline) {
			throw new SandboxFailure(`${otherwise} within ${Math.round(milliseconds / 1000)} seconds.`);
		}
		await wait(MILLISECONDS_BETWEEN);
	}
}
