import { failure, type Failure } from '../exchange/failures';

/**
 * Decides right before a request which of its rows are in it, and learns what became of them. It may make
 * several requests of them.
 *
 * @param request makes a request with some of the rows, unless the run has ended meanwhile
 * @returns an outcome for each row, in their order
 */
export type Guard<Row, Outcome> = (
	rows: Row[],
	request: (rows: Row[]) => Promise<Outcome[]>,
) => Promise<Outcome[]>;

export interface Work<Row, Outcome> {
	/** Makes a request; returns an outcome for each of its rows. */
	request: (rows: Row[]) => Promise<Outcome[]>;
	/** Makes the outcome of a row without an answer: its request was not made, or an exception was thrown. */
	undecided: (reason: Failure) => Outcome;
	isCancelled?: (() => boolean) | undefined;
	/** How many requests may be under way together after the first has been answered; 1 by default. */
	requestsAtOnce?: number | undefined;
	/** Rows with the same subject keep their order: their requests are never under way together. */
	subjectOf?: (row: Row) => unknown;
	guard?: Guard<Row, Outcome> | undefined;
}

/**
 * Makes requests that change something, each exactly once, one after the other or in several lanes. A
 * failure that would also meet every further request, or that leaves the result unknown, ends the run:
 * requests under way are waited for, and no other is made.
 */
export class RequestLanes<Row, Outcome extends { failure: Failure | null }> {
	private readonly outcomes = new Map<Row, Outcome>();
	private readonly latest = new Map<unknown, Promise<void>>();
	private end: Failure | undefined;

	constructor(private readonly work: Work<Row, Outcome>) {}

	/**
	 * Never throws.
	 *
	 * @param batches the rows of each request
	 * @returns the outcome of each row
	 */
	async run([first, ...others]: Row[][]): Promise<Map<Row, Outcome>> {
		// A failure of every request, such as a wrong login, should happen only once.
		if (first) await this.make(first);
		const waiting = others.values();
		const { requestsAtOnce: lanes = 1 } = this.work;
		const lane = async (): Promise<void> => {
			for (const batch of waiting) await (lanes > 1 ? this.makeInOrder(batch) : this.make(batch));
		};
		await Promise.all(Array.from({ length: lanes }, lane));
		return this.outcomes;
	}

	private async makeInOrder(batch: Row[]): Promise<void> {
		const { subjectOf = (row) => row } = this.work;
		const subjects = new Set(batch.map(subjectOf));
		const before = [...subjects].map((subject) => this.latest.get(subject));
		const done = Promise.all(before).then(async () => await this.make(batch));
		for (const subject of subjects) this.latest.set(subject, done);
		await done;
	}

	private async make(batch: Row[]): Promise<void> {
		const { request, guard = async (rows, go) => await go(rows) } = this.work;
		const results = await this.unlessEnded(batch, async () => {
			// It may wait, and the run may end meanwhile.
			return await guard(batch, async (rows) => await this.unlessEnded(rows, request));
		});
		batch.forEach((row, index) => this.outcomes.set(row, results[index] as Outcome));
	}

	/** Gets the outcomes of some rows, unless the run has ended; one of them may end it. */
	private async unlessEnded(
		rows: Row[],
		outcomesOf: (rows: Row[]) => Promise<Outcome[]>,
	): Promise<Outcome[]> {
		if (rows.length === 0) return [];
		const { isCancelled, undecided } = this.work;
		if (!this.end && isCancelled?.()) this.end = failure('stopped');
		const reason = this.end && { ...this.end, mayHaveTakenEffect: false };
		if (reason) return rows.map(() => undecided(reason));
		const results = await outcomesOf(rows).catch(() =>
			rows.map(() => undecided(failure('unexpected'))),
		);
		this.end ??= results.find((outcome) => outcome.failure?.stopsRun)?.failure ?? undefined;
		return results;
	}
}
