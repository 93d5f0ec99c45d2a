import { failure, type Failure } from '../exchange/failures';

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
 * @param request returns an outcome for each row of a request
 * @param undecided makes the outcome of a row for which no answer was read: its request was not made, or
 * an unexpected exception was thrown
 * @returns the outcome of each row
 */
export async function inTurn<Row, Outcome extends { failure: Failure | null }>(
	batches: Row[][],
	request: (rows: Row[]) => Promise<Outcome[]>,
	undecided: (reason: Failure) => Outcome,
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
	const unlessEnded = async (rows: Row[], make: typeof request): Promise<Outcome[]> => {
		if (!end && isCancelled()) end = failure('stopped');
		const reason = end && { ...end, mayHaveTakenEffect: false };
		if (reason) return rows.map(() => undecided(reason));
		const results = await make(rows).catch(() => rows.map(() => undecided(failure('unexpected'))));
		end ??= results.find((outcome) => outcome.failure?.stopsRun)?.failure ?? undefined;
		return results;
	};

	/** The run is looked at again behind the guard, which may wait, and may leave no row. */
	const handle = async (batch: Row[]): Promise<void> => {
		const goOn = async (rows: Row[]) => (rows.length > 0 ? await unlessEnded(rows, request) : []);
		const results = await unlessEnded(batch, async () => await guard(batch, goOn));
		batch.forEach((row, index) => outcomes.set(row, results[index] as Outcome));
	};

	const [first, ...others] = batches;
	// A failure of every request, such as a wrong login, should happen only once.
	if (first) await handle(first);
	const waiting = others.values();
	const latest = new Map<unknown, Promise<void>>();
	const work = async (): Promise<void> => {
		for (const batch of waiting) {
			const subjects = new Set(batch.map(subjectOf));
			const before = [...subjects].map((subject) => latest.get(subject));
			const done = Promise.all(before).then(async () => await handle(batch));
			for (const subject of subjects) latest.set(subject, done);
			await done;
		}
	};
	await Promise.all(Array.from({ length: atOnce }, work));
	return outcomes;
}
