import fc from 'fast-check';
import { send, type SendOutcome } from '../../../../nodes/MessagingGateway/gateway/operations/send';
import { sendingOnce } from '../../../../nodes/MessagingGateway/actions/message/once/sendOnce';
import { runs } from '../../../support/runs';
import {
	MESSAGES_OF_A_REQUEST,
	messagesFor,
	random,
	World,
	type Fate,
} from '../../../support/world';

/** Set to the world that lives: a second of waiting is a step of the process that waits. */
let sleeping: () => Promise<void>;

jest.mock('n8n-workflow', () => ({
	...jest.requireActual<object>('n8n-workflow'),
	sleep: async () => await sleeping(),
}));

const NUMBERS = Array.from({ length: 10 }, (_, index) => String(27_820_000_000 + index));

interface Run {
	process: string;
	reference: string;
	/** How many of the numbers. */
	count: number;
	atOnce: number;
	/** The step at which somebody cancels it. */
	cancelledAt: number | undefined;
}

/** Each result, by the key of its message; undefined while a run has not ended. */
type Results = Map<string, SendOutcome> | undefined;

/** Begins a run, which ends in so many steps of its world. */
function begin(world: World, { process: name, reference, count, atOnce }: Run) {
	const process = world.process(name);
	const cancellation = new AbortController();
	const once = sendingOnce(world.contextOf(process, cancellation.signal), count);
	const messages = messagesFor(NUMBERS.slice(0, count), reference);
	const run: { results: Results; cancel: () => void } = {
		results: undefined,
		cancel: () => cancellation.abort(),
	};
	const work = async (): Promise<void> => {
		const outcomes = await send(
			world.connectionOf(process, cancellation.signal),
			world.gateway.interface,
			messages,
			{
				isCancelled: () => cancellation.signal.aborted,
				requestsAtOnce: atOnce,
				guard: once.guard,
			},
		);
		await once.close();
		run.results = new Map([...outcomes].map(([{ key = '' }, outcome]) => [key, outcome]));
	};
	void work();
	return run;
}

// A loaded machine takes its time over thousands of steps.
jest.setTimeout(60_000);

/** Lets runs live together, until each has ended or its process is killed. */
async function liveTogether(world: World, together: Run[], killedAt?: number) {
	sleeping = async () => await world.step(world.process(together[0]?.process ?? ''));
	const begun = together.map((run) => ({ run, ...{ live: begin(world, run) } }));
	await world.live((step) => {
		for (const { run, live } of begun) if (run.cancelledAt === step) live.cancel();
		if (step === killedAt)
			for (const { process } of together) world.process(process).isKilled = true;
	});
	for (const { run, live } of begun) {
		expect(live.results !== undefined || world.process(run.process).isKilled).toBe(true);
	}
	return begun.map(({ live }) => live.results);
}

const keysOf = ({ reference, count }: Run): string[] =>
	messagesFor(NUMBERS.slice(0, count), reference).map(({ key = '' }) => key);

const anyRun = (
	process: fc.Arbitrary<string>,
	reference: fc.Arbitrary<string>,
): fc.Arbitrary<Run> =>
	fc.record({
		process,
		reference,
		count: fc.integer({ min: 1, max: NUMBERS.length }),
		atOnce: fc.constantFrom(1, 1, 3),
		cancelledAt: fc.option(fc.integer({ max: 60, min: 0 }), { nil: undefined, freq: 3 }),
	});

const WELL: Fate[] = ['accepted'];
const ILL: Fate[] = [
	'accepted',
	'accepted',
	'accepted',
	'refused',
	'brokenAfter',
	'brokenBefore',
	'unreachable',
];

const rerun = (run: Run, process: string): Run => ({
	...run,
	process,
	atOnce: 1,
	cancelledAt: undefined,
});

const seeds = fc.integer({ min: 1, max: 2 ** 30 });
const numRuns = runs(1000);

describe('Send Once per Reference over a store without a lock', () => {
	it('sends nothing twice from one process, whatever fails, is killed or is cancelled', async () => {
		const life = fc.record({
			runs: fc.array(anyRun(fc.constant('one'), fc.constantFrom('A', 'A', 'B')), {
				minLength: 1,
				maxLength: 3,
			}),
			killedAt: fc.option(fc.integer({ min: 0, max: 80 }), { nil: undefined }),
		});
		await fc.assert(
			fc.asyncProperty(seeds, fc.array(life, { maxLength: 3 }), async (seed, lives) => {
				const world = new World(random(seed), 0.02, ILL);
				for (const [index, { runs, killedAt }] of lives.entries()) {
					const process = `process ${index}`;
					await liveTogether(
						world,
						runs.map((run) => ({ ...run, process })),
						killedAt,
					);
				}
				expect([...world.accepted.values()].filter((count) => count > 1)).toEqual([]);
			}),
			{ numRuns },
		);
	});

	it('tells the truth of each message', async () => {
		await fc.assert(
			fc.asyncProperty(seeds, anyRun(fc.constant('one'), fc.constant('A')), async (seed, run) => {
				const world = new World(random(seed), 0.03, ILL);
				const [results] = await liveTogether(world, [run]);
				for (const key of keysOf(run)) {
					const { result } = results?.get(key) as SendOutcome;
					const count = world.accepted.get(key) ?? 0;
					if (result === 'ACCEPTED') expect(count).toBe(1);
					else if (result !== 'UNCONFIRMED') expect(count).toBe(0);
				}
			}),
			{ numRuns },
		);
	});

	it('begins nothing after a cancellation or an answer in doubt', async () => {
		await fc.assert(
			fc.asyncProperty(
				seeds,
				anyRun(fc.constant('one'), fc.constant('A')),
				fc.boolean(),
				async (seed, run, isRepeated) => {
					const world = new World(random(seed), 0.02, ILL);
					if (isRepeated) await liveTogether(world, [{ ...run, count: 1 }]);
					await liveTogether(world, [run]);
					expect(world.begunTooLate).toBe(false);
				},
			),
			{ numRuns },
		);
	});

	it('doubts nothing that runs in its own process', async () => {
		const any = fc.array(anyRun(fc.constant('one'), fc.constantFrom('A', 'A', 'B')), {
			minLength: 2,
			maxLength: 4,
		});
		await fc.assert(
			fc.asyncProperty(seeds, any, async (seed, runs) => {
				const world = new World(random(seed), 0, WELL);
				const told = (await liveTogether(world, runs)).flatMap((of) => [...(of?.values() ?? [])]);
				expect(told.filter(({ result }) => result === 'UNCONFIRMED')).toEqual([]);
			}),
			{ numRuns },
		);
	});

	it('releases what a failed release left', async () => {
		await fc.assert(
			fc.asyncProperty(seeds, anyRun(fc.constant('one'), fc.constant('A')), async (seed, run) => {
				const world = new World(random(seed), 0.1, WELL, ['release']);
				const [results] = await liveTogether(world, [run]);
				const accepted = keysOf(run).filter((key) => results?.get(key)?.result === 'ACCEPTED');
				expect([...world.store.keys].sort()).toEqual(accepted.sort());
			}),
			{ numRuns },
		);
	});

	it('keeps the keys of what was or may have been accepted, and no others', async () => {
		await fc.assert(
			fc.asyncProperty(
				seeds,
				fc.array(anyRun(fc.constant('one'), fc.constantFrom('A', 'B')), { maxLength: 3 }),
				async (seed, runs) => {
					const world = new World(random(seed), 0, ILL);
					const results = await liveTogether(world, runs);
					const kept = results.flatMap((of) =>
						[...(of ?? [])].flatMap(([key, { certainty, submittedAt }]) =>
							submittedAt !== null && certainty !== 'notDone' ? key : [],
						),
					);
					expect([...world.store.keys].sort()).toEqual([...new Set(kept)].sort());
				},
			),
			{ numRuns },
		);
	});

	it('leaves nobody out without a word when the store fails or a run is cancelled', async () => {
		await fc.assert(
			fc.asyncProperty(seeds, anyRun(fc.constant('one'), fc.constant('A')), async (seed, run) => {
				const world = new World(random(seed), 0.05, WELL);
				const [first] = await liveTogether(world, [run]);
				world.store.pause = async () => await world.step(world.process('one'));
				const [second] = await liveTogether(world, [rerun(run, 'one')]);
				const [third] = await liveTogether(world, [rerun(run, 'one')]);
				for (const key of keysOf(run)) {
					const outcomes = [first, second, third].map((of) => of?.get(key));
					const told = outcomes.map((outcome) => outcome?.result);
					const isRight =
						world.accepted.get(key) === 1 ||
						told.includes('UNCONFIRMED') ||
						told[2] === 'BAD_DESTINATION' ||
						outcomes[0]?.description.includes('may need a new reference');
					expect([key, isRight, ...told]).toEqual([key, true, ...told]);
				}
			}),
			{ numRuns },
		);
	});

	it('leaves at most one request in doubt after a kill', async () => {
		await fc.assert(
			fc.asyncProperty(
				seeds,
				anyRun(fc.constant('one'), fc.constant('A')),
				fc.integer({ min: 0, max: 60 }),
				fc.integer({ min: 0, max: 4 }),
				async (seed, run, killedAt, known) => {
					const world = new World(random(seed), 0, WELL);
					const before = { ...run, count: known, cancelledAt: undefined };
					if (known > 0) await liveTogether(world, [before]);
					await liveTogether(world, [{ ...run, atOnce: 1, cancelledAt: undefined }], killedAt);
					const [again] = await liveTogether(world, [rerun(run, 'two')]);
					const withResult = (wanted: string): string[] =>
						keysOf(run).filter((key) => again?.get(key)?.result === wanted);
					const doubtful = withResult('UNCONFIRMED');
					const notSent = withResult('ALREADY_SENT').filter((key) => !world.accepted.has(key));
					// The request of one message has no mark.
					const single = run.count % MESSAGES_OF_A_REQUEST === 1 ? keysOf(run).slice(-1) : [];
					expect(doubtful.length + notSent.length).toBeLessThanOrEqual(MESSAGES_OF_A_REQUEST);
					expect(single).toEqual(expect.arrayContaining(notSent));
					expect([...world.accepted.values()].filter((count) => count > 1)).toEqual([]);
				},
			),
			{ numRuns },
		);
	});

	describe('from two processes', () => {
		const two = fc.tuple(
			anyRun(fc.constant('one'), fc.constant('A')),
			anyRun(fc.constant('two'), fc.constantFrom('A', 'B')),
		);

		it('sends nothing twice unless one undid a write of the other', async () => {
			await fc.assert(
				fc.asyncProperty(seeds, two, async (seed, runs) => {
					const world = new World(random(seed), 0, ILL);
					await liveTogether(world, runs);
					if (world.store.hasLostWrites) return;
					expect([...world.accepted.values()].filter((count) => count > 1)).toEqual([]);
				}),
				{ numRuns },
			);
		});

		it('forgets what was accepted only if the last write of its run is undone', async () => {
			await fc.assert(
				fc.asyncProperty(seeds, two, async (seed, [one, other]) => {
					const world = new World(random(seed), 0, WELL);
					const runs = [one, { ...other, reference: 'B' }];
					const results = await liveTogether(world, runs);
					for (const [index, { process }] of runs.entries()) {
						const isUndone = world.store.isLastWriteUndone(process);
						const missing = [...(results[index] ?? [])].filter(
							([key, { result }]) => result === 'ACCEPTED' && !world.store.keys.includes(key),
						);
						if (!isUndone) expect(missing).toEqual([]);
					}
				}),
				{ numRuns },
			);
		});
	});
});
