import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { Simulator } from '../../sandbox/simulator';
import { DURABLE } from './durable';
import { outcomeOf, settle, watchFed } from './feeder';
import { startPostgresBehindWire, withPostgres } from './postgres';
import { isN8n1 } from './release';
import { report } from './report';
import { Stage } from './stage';
import {
	askedAgain,
	REPLIES,
	REPLIES_WITHOUT_SHORT_CODE,
	SHORT_CODE_MESSAGES,
	STATUSES,
} from './triggers';

/** How often each interruption is tried. */
const TIMES = Number(process.env.MESSAGING_GATEWAY_INTERRUPTIONS ?? 4);
const MOVING_MESSAGES = 5;
const A_MINUTE = 60_000;

afterAll(cleanUp);

/** The answers of the gateway take so long; it has handed the records out by then. */
const slow = async (simulator: Simulator, milliseconds: number, ...paths: string[]) => {
	for (const path of paths) await simulator.fault(path, { delayMs: milliseconds }, 100_000);
};

interface Interruption {
	name: string;
	/** Milliseconds that each answer of the gateway takes. */
	delay: number;
	/** Interrupts while an answer is on its way, and puts everything right again. */
	interrupt: (id: string, stage: Stage) => Promise<void>;
}

/** Interrupts several times, and counts what arrived of all that came in meanwhile. */
async function tryOut(stage: Stage, { name, delay, interrupt }: Interruption): Promise<void> {
	const { simulator } = stage;
	await stage.reset();
	await slow(simulator, delay, REPLIES, STATUSES);
	const parameters = { events: ['reply', 'statusChange'] };
	const { harvest, feeder } = await watchFed(stage, { parameters, moving: MOVING_MESSAGES });
	for (let turn = 0; turn < TIMES; turn += 1) {
		await askedAgain(stage, turn % 2 === 0 ? REPLIES : STATUSES);
		await wait((turn * delay) / TIMES);
		await interrupt(harvest.workflowId, stage);
		await askedAgain(stage, REPLIES);
		await harvest.gather();
	}
	await feeder.stop();
	await settle(harvest, feeder);
	await stage.rest.deactivate(harvest.workflowId);
	const outcome = outcomeOf(harvest, feeder);
	report(`${name}, ${TIMES} times, answers take ${delay} ms`, outcome);
	expect(outcome).toMatchObject({
		lost: [],
		twiceUnmarked: [],
		lostChanges: [],
		// With the durable scheduler an edit may give a change twice.
		changesTwiceUnmarked: stage.sandbox.environment === DURABLE ? expect.any(Array) : [],
	});
}

const INTERRUPTIONS: Interruption[] = [
	{
		name: 'deactivated and activated',
		delay: 1_000,
		interrupt: async (id, { rest }) => {
			await rest.deactivate(id);
			await rest.activate(id);
		},
	},
	{
		name: 'edited',
		delay: 1_000,
		interrupt: async (id, { rest, simulator }) => {
			const isEven = (await simulator.requests()).length % 2 === 0;
			const options = { testData: isEven ? 'live' : 'sample' };
			await rest.changeNode(id, 'Trigger', { options });
		},
	},
	{
		name: 'stopped by SIGTERM',
		delay: 2_000,
		interrupt: async (_, stage) => stage.restart(),
	},
];

describe.each([
	{ scheduler: 'its usual scheduler', environment: {} },
	...(isN8n1 ? [] : [{ scheduler: 'its durable scheduler', environment: DURABLE }]),
])('n8n with $scheduler loses nothing', ({ environment }) => {
	let stage: Stage;
	beforeAll(async () => {
		stage = await new Stage().open(environment);
	}, 900_000);
	afterAll(async () => stage.n8n.stop());

	it.each(INTERRUPTIONS)(
		'when it is $name',
		async (interruption) => tryOut(stage, interruption),
		120_000 + TIMES * 60_000,
	);
});

// n8n 1 does not say whether an execution has begun.
if (!isN8n1) {
	withPostgres('n8n with PostgreSQL', (programs) => {
		it('loses nothing while the database is away', async () => {
			const { wire, settings } = await startPostgresBehindWire(programs);
			const stage = await new Stage().open(settings);
			await tryOut(stage, {
				name: 'PostgreSQL away for 5 seconds',
				delay: 1_000,
				interrupt: async () => {
					wire.cut();
					await wait(5_000);
					wire.mend();
					await stage.reachable();
				},
			});
		}, 900_000);
	});
}

describe('a gateway that takes long to answer', () => {
	const SECONDS = [27, 35];
	const A_WHILE = 60_000;

	it('loses nothing, with three events', async () => {
		const stage = await new Stage().open();
		const trials = await Promise.all(SECONDS.map(async (seconds) => slowGateway(stage, seconds)));
		await wait(A_WHILE);
		for (const { feeder } of trials) await feeder.stop();
		for (const { seconds, harvest, feeder } of trials) {
			await settle(harvest, feeder, 8 * A_MINUTE);
			const outcome = outcomeOf(harvest, feeder);
			report(`answers take ${seconds} s`, outcome);
			expect(outcome).toMatchObject({ lost: [], twiceUnmarked: [], lostChanges: [] });
		}
	}, 1_200_000);
});

async function slowGateway(stage: Stage, seconds: number) {
	const simulator = await Simulator.start();
	const paths = [REPLIES_WITHOUT_SHORT_CODE, SHORT_CODE_MESSAGES, STATUSES];
	await slow(simulator, seconds * 1000, ...paths);
	const parameters = { events: ['reply', 'shortCodeMessage', 'statusChange'] };
	const moving = MOVING_MESSAGES;
	const fed = await watchFed(stage, { simulator, parameters, moving, pause: 500 });
	return { seconds, ...fed };
}
