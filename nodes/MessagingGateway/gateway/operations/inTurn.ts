import { failure, type Failure } from '../exchange/failures';

/** Outcomes of rows for which no answer was read. */
interface Otherwise<Outcome> {
	/** The request was no longer made. */
	notBegun: (reason: Failure) => Outcome;
	/** The request was made, and an unexpected exception was thrown: the outcomes of others are kept. */
	lost: (reason: Failure) => Outcome;
}

/**
 * Decides right before a request which of its rows are in it, and learns what became of them.
 *
 * @param request makes the request with some of the rows, unless the run has ended meanwhile
 * @returns an outcome for each row, in their order
 */
export type Guard<Row, Outcome> = (
	rows: Row[],
	request: (rows: Row[]) => Promise<Outcome[]>,
) => Promise<Outcome[]>;

/** The course of a run of requests. */
interface Course<Row, Outcome> {
	/** Called before each request. */
	isCancelled: () => boolean;
	/** How many requests may be under way together after the first has been answered; 1 by default. */
	atOnce?: number;
	/** Rows with the same subject keep their order: their requests are never under way together. */
	subjectOf?: (row: Row) => unknown;
	/** By default every row goes out. */
	guard?: Guard<Row, Outcome> | undefined;
}

/**
 * Makes requests that change something, each exactly once and one after the other. A failure that would
 * also meet every further request, or that leaves the result unknown, ends the run: requests under way
 * are waited for, and no other is made. Never throws once a request was made.
 *
 * @param batches the rows of each request
 * @param request makes the request of a batch, with some of its rows if a guard keeps others back, and
 * returns an outcome for each of them
 * @returns the outcome of each row
 */
export async function inTurn<
	Batch extends { rows: Row[] },
	Row,
	Outcome extends { failure: Failure | null },
>(
	batches: Batch[],
	request: (batch: Batch, rows: Row[]) => Promise<Outcome[]>,
	{ notBegun, lost }: Otherwise<Outcome>,
	{
		isCancelled,
		atOnce = 1,
		subjectOf = (row) => row,
		guard = async (rows, goOn) => await goOn(rows),
	}: Course<Row, Outcome>,
): Promise<Map<Row, Outcome>> {
	const outcomes = new Map<Row, Outcome>();
	let end: Failure | undefined;

	/** Makes outcomes, unless the run has ended; one of them may end it. */
	const unlessEnded = async (rows: Row[], make: () => Promise<Outcome[]>): Promise<Outcome[]> => {
		if (!end && isCancelled()) end = failure('stopped');
		const reason = end;
		if (reason) return rows.map(() => notBegun(reason));
		const results = await make().catch(() => rows.map(() => lost(failure('unexpected'))));
		end ??= results.find((outcome) => outcome.failure?.stopsRun)?.failure ?? undefined;
		return results;
	};

	const handle = async (batch: Batch): Promise<void> => {
		// Asked again after the guard, which may wait: nothing may begin after an answer in doubt.
		const goOn = async (rows: Row[]) =>
			await unlessEnded(rows, async () => await request(batch, rows));
		const results = await unlessEnded(batch.rows, async () => await guard(batch.rows, goOn));
		batch.rows.forEach((row, index) => outcomes.set(row, results[index] as Outcome));
	};

	const [first, ...others] = batches;
	// A failure of every request, such as a wrong login, should happen only once.
	if (first) await handle(first);
	const waiting = others.values();
	const latest = new Map<unknown, Promise<void>>();
	const work = async (): Promise<void> => {
		for (const batch of waiting) {
			const subjects = new Set(batch.rows.map(subjectOf));
			const before = [...subjects].map((subject) => latest.get(subject));
			const done = Promise.all(before).then(async () => await handle(batch));
			for (const subject of subjects) latest.set(subject, done);
			await done;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	return outcomes;
}
