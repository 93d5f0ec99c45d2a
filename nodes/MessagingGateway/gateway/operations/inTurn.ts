import { failure, type Failure } from '../exchange/failures';

/** Outcomes of rows for which no answer was read. */
interface Otherwise<Outcome> {
	/** The request was no longer made. */
	notBegun: (reason: Failure) => Outcome;
	/** The request was made, and an unexpected exception was thrown: the outcomes of others are kept. */
	lost: (reason: Failure) => Outcome;
}

/** The course of a run of requests. */
interface Course<Row> {
	/** Called before each request. */
	isCancelled: () => boolean;
	/** How many requests may be under way together after the first has been answered; 1 by default. */
	atOnce?: number;
	/** Rows with the same subject keep their order: their requests are never under way together. */
	subjectOf?: (row: Row) => unknown;
}

/**
 * Makes requests that change something, each exactly once and one after the other. A failure that would
 * also meet every further request, or that leaves the result unknown, ends the run: requests under way
 * are waited for, and no other is made. Never throws once a request was made.
 *
 * @param batches the rows of each request
 * @param request makes the request of a batch and returns an outcome for each of its rows. If it waits
 * for anything before, it must ask `ended` right before the request, and make none if there is a reason
 * @returns the outcome of each row
 */
export async function inTurn<
	Batch extends { rows: Row[] },
	Row,
	Outcome extends { failure: Failure | null },
>(
	batches: Batch[],
	request: (batch: Batch, ended: () => Failure | undefined) => Promise<Outcome[]>,
	{ notBegun, lost }: Otherwise<Outcome>,
	{ isCancelled, atOnce = 1, subjectOf = (row) => row }: Course<Row>,
): Promise<Map<Row, Outcome>> {
	const outcomes = new Map<Row, Outcome>();
	let end: Failure | undefined;
	const ended = () => (end ??= isCancelled() ? failure('stopped') : undefined);
	const handle = async (batch: Batch): Promise<void> => {
		const reason = ended();
		const results = reason
			? batch.rows.map(() => notBegun(reason))
			: await request(batch, ended).catch(() => batch.rows.map(() => lost(failure('unexpected'))));
		batch.rows.forEach((row, index) => outcomes.set(row, results[index] as Outcome));
		end ??= results.find((outcome) => outcome.failure?.stopsRun)?.failure ?? undefined;
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
