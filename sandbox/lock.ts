import { check, lock } from 'proper-lockfile';
import type { Report } from './report';

const RETRY_MILLISECONDS = 500;
const options = {
	/** Milliseconds without a sign of life after which a lock's holder counts as killed. */
	stale: 15_000,
	// The locked folder does not exist yet.
	realpath: false,
};

/**
 * Does the work while holding the lock of a folder, `<folder>.lock`, which all processes on this machine
 * respect. Waits while another process holds it; the lock of a killed process expires.
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
