import { readFileSync } from 'node:fs';

/** The value in the middle; of an even number of values the higher of the two there. */
export const median = (values: number[]): number =>
	values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Calls the work again and again; gives what each call returned. */
export async function repeat<Result>(
	times: number,
	work: () => Promise<Result>,
): Promise<Result[]> {
	const results: Result[] = [];
	while (results.length < times) results.push(await work());
	return results;
}

/** How long work takes, in milliseconds. */
export async function timed(work: () => unknown): Promise<number> {
	const start = performance.now();
	await work();
	return performance.now() - start;
}

/** The most resident memory of a process in MiB; null where the system does not tell. */
export function peakMemory(processId: number): number | null {
	try {
		const status = readFileSync(`/proc/${processId}/status`, 'utf8');
		return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1]) / 1024;
	} catch {
		return null;
	}
}

/** What a process has written to disks, in MB of a million bytes; null where the system does not tell. */
export function writtenToDisk(processId: number): number | null {
	try {
		const counts = readFileSync(`/proc/${processId}/io`, 'utf8');
		return Number(/^write_bytes: (\d+)/m.exec(counts)?.[1]) / 1e6;
	} catch {
		return null;
	}
}
