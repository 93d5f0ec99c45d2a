import { setTimeout as wait } from 'node:timers/promises';
import { SandboxFailure } from './failure';

const MILLISECONDS_BETWEEN = 100;

/**
 * Calls `look` again and again until it finds something, and returns that.
 *
 * @param look returns undefined or false while there is nothing yet
 * @param otherwise the message when the time is up: what did not happen
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
