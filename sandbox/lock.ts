import { mkdir, rm, stat, utimes } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { atEnd } from './cleanup';
import type { Report } from './report';

const BEAT_MILLISECONDS = 2_000;
/** A holder that has not shown itself for so long was killed. */
const STALE_MILLISECONDS = 15_000;

/**
 * Does the work while holding a lock that all processes on this machine respect, and waits for
 * its turn when another one holds it. The lock of a killed process expires by itself.
 */
export async function withLock<Result>(
	lock: string,
	report: Report,
	work: () => Promise<Result>,
): Promise<Result> {
	while (!(await take(lock))) {
		report('Waiting for another run that is installing the same thing');
		if (await isStale(lock)) await rm(lock, { recursive: true, force: true });
		else await wait(BEAT_MILLISECONDS / 4);
	}
	const beat = setInterval(() => void touch(lock), BEAT_MILLISECONDS);
	const release = atEnd(async () => {
		clearInterval(beat);
		await rm(lock, { recursive: true, force: true });
	});
	try {
		return await work();
	} finally {
		await release();
	}
}

/** Making a folder succeeds for exactly one of several processes. */
async function take(lock: string): Promise<boolean> {
	try {
		await mkdir(lock);
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
		throw error;
	}
}

async function isStale(lock: string): Promise<boolean> {
	const seen = await stat(lock).catch(() => undefined);
	return seen !== undefined && Date.now() - seen.mtimeMs > STALE_MILLISECONDS;
}

async function touch(lock: string): Promise<void> {
	const now = new Date();
	await utimes(lock, now, now).catch(() => undefined);
}
