import { check, lock } from 'proper-lockfile';
import type { Report } from './report';

const RETRY_MILLISECONDS = 500;
const options = {
	/** A holder that has not shown itself for so long was killed. */
	stale: 15_000,
	// What is locked is not there yet.
	realpath: false,
};

/**
 * Does the work while holding the lock of a folder, `<folder>.lock`, that all processes on this
 * machine respect. Waits while another one holds it; the lock of a killed process expires.
 */
export async function withLock<Result>(
	folder: string,
	report: Report,
	work: () => Promise<Result>,
): Promise<Result> {
	if (await check(folder, options)) {
		report('Waiting for another run that is installing the same thing');
	}
	const retries = { forever: true, factor: 1, minTimeout: RETRY_MILLISECONDS };
	const release = await lock(folder, { ...options, retries });
	try {
		return await work();
	} finally {
		await release();
	}
}
