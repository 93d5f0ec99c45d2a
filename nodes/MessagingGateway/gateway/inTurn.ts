import { failure, type Failure } from './failures';

/**
 * Does requests that change something one after the other, each exactly once. A failure that would
 * meet every further request, or one that leaves open what was done, ends the run.
 *
 * @param batches the rows of each request
 * @param request makes the request of a batch and gives an outcome for each of its rows
 * @param skip the outcome of a row whose request is not made any more
 * @param isCancelled asked before each request
 * @returns the outcome of each row
 */
export async function inTurn<
	Batch extends { rows: Row[] },
	Row,
	Outcome extends { failure: Failure | null },
>(
	batches: Batch[],
	request: (batch: Batch) => Promise<Outcome[]>,
	skip: (reason: Failure) => Outcome,
	isCancelled: () => boolean,
): Promise<Map<Row, Outcome>> {
	const outcomes = new Map<Row, Outcome>();
	let end: Failure | undefined;
	for (const batch of batches) {
		if (!end && isCancelled()) end = failure('stopped');
		const results = end ? [] : await request(batch);
		const reason = end;
		batch.rows.forEach((row, index) => {
			outcomes.set(row, reason ? skip(reason) : (results[index] as Outcome));
		});
		end ??= results.find((outcome) => outcome.failure?.stopsRun)?.failure ?? undefined;
	}
	return outcomes;
}

/** Puts rows into batches of at most so many. */
export function inBatches<Row>(rows: Row[], size: number): Row[][] {
	const count = Math.ceil(rows.length / size);
	return Array.from({ length: count }, (_, index) => rows.slice(index * size, (index + 1) * size));
}
