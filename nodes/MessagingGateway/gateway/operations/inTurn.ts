import { failure, type Failure } from '../exchange/failures';

/** Outcomes of rows for which no answer was read. */
interface Otherwise<Outcome> {
	/** The request was no longer made. */
	notBegun: (reason: Failure) => Outcome;
	/** The request was made, and an unexpected exception was thrown: the outcomes of others are kept. */
	lost: (reason: Failure) => Outcome;
}

/**
 * Makes requests that change something, each exactly once and one after the other. A failure that would
 * also meet every further request, or that leaves the result unknown, ends the run: requests under way
 * are waited for, and no other is made. Never throws once a request was made.
 *
 * @param batches the rows of each request
 * @param request makes the request of a batch and returns an outcome for each of its rows
 * @param isCancelled called before each request
 * @param atOnce how many requests may be under way together after the first has been answered
 * @returns the outcome of each row
 */
export async function inTurn<
	Batch extends { rows: Row[] },
	Row,
	Outcome extends { failure: Failure | null },
>(
	batches: Batch[],
	request: (batch: Batch) => Promise<Outcome[]>,
	{ notBegun, lost }: Otherwise<Outcome>,
	isCancelled: () => boolean,
	atOnce = 1,
): Promise<Map<Row, Outcome>> {
	const outcomes = new Map<Row, Outcome>();
	let end: Failure | undefined;
	const handle = async (batch: Batch): Promise<void> => {
		if (!end && isCancelled()) end = failure('stopped');
		const reason = end;
		const results = reason
			? batch.rows.map(() => notBegun(reason))
			: await request(batch).catch(() => batch.rows.map(() => lost(failure('unexpected'))));
		batch.rows.forEach((row, index) => outcomes.set(row, results[index] as Outcome));
		end ??= results.find((outcome) => outcome.failure?.stopsRun)?.failure ?? undefined;
	};
	const [first, ...others] = batches;
	// A failure of every request, such as a wrong login, should happen only once.
	if (first) await handle(first);
	const waiting = others.values();
	const work = async (): Promise<void> => {
		for (const batch of waiting) await handle(batch);
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	return outcomes;
}
