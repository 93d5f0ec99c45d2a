import { setTimeout as wait } from 'node:timers/promises';
import { outcomeOf, settle, watchFed } from './feeder';
import { startPostgresBehindWire, withPostgres, type Wire } from './postgres';
import { Relay } from './relay';
import { report } from './report';
import { setUpStage } from './stage';
import { REPLIES } from './triggers';

/** How often the database is cut off after an answer; docs/reliability.md counts 20. */
const CUTS = Number(process.env.MESSAGING_GATEWAY_CUTS ?? 10);
/** The latest moment of a cut after the answer, in milliseconds. n8n has stored the replies by then. */
const LATEST_MILLISECONDS = 80;
/** A cut lasts so long, in milliseconds. */
const SHORT = 300;
/** Within this time two polls are due, in milliseconds. */
const TWO_POLLS = 5_000;
const A_MINUTE = 60_000;

withPostgres("n8n's database is cut off", (programs) => {
	let relay: Relay;
	let wire: Wire;

	const stage = setUpStage(async () => {
		const started = await startPostgresBehindWire(programs);
		wire = started.wire;
		return started.settings;
	});
	beforeAll(async () => {
		relay = await Relay.start(stage.simulator.address);
	});
	afterAll(() => relay?.stop());

	it(
		`${CUTS} cuts of the database right after an answer lose no reply, and double none unmarked`,
		async () => {
			const { harvest, feeder } = await watchFed(stage, { login: { baseUrl: relay.address } });
			for (let cut = 0; cut < CUTS; cut += 1) {
				await relay.nextAnswer('<Message>');
				await wait((cut * LATEST_MILLISECONDS) / (CUTS - 1));
				wire.cut();
				await wait(SHORT);
				wire.mend();
				await stage.reachable();
				await harvest.gather();
			}
			await feeder.stop();
			await settle(harvest, feeder);
			// An execution whose end n8n could not store is running for ever, until n8n starts again.
			await stage.restart();
			await settle(harvest, feeder);
			const outcome = outcomeOf(harvest, feeder);
			report(
				`database cut off ${CUTS} times, 0 to ${LATEST_MILLISECONDS} ms after an answer`,
				outcome,
			);
			await stage.rest.deactivate(harvest.workflowId);
			expect(outcome).toMatchObject({ lost: [], twiceUnmarked: [], changedIds: 0 });
		},
		5 * A_MINUTE + CUTS * 30_000,
	);

	it('a stop after the database was away for two polls leaves every reply in an execution or in the log', async () => {
		const { harvest, feeder } = await watchFed(stage, { login: { baseUrl: relay.address } });
		await relay.nextAnswer('<Message>');
		await stage.simulator.fault(REPLIES, { delayMs: 1_000 }, 1_000);
		await relay.nextRequest(REPLIES);
		const answer = relay.nextAnswer('<Message>');
		wire.cut();
		await answer;
		await feeder.stop();
		await wait(TWO_POLLS);
		const { process } = stage.n8n;
		await stage.n8n.stop();
		wire.mend();
		const log = process.output.join('\n');
		await stage.restart();
		await settle(harvest, feeder);
		const { lost, replies } = outcomeOf(harvest, feeder);
		const logged = lost.filter((text) => log.includes(`"text":"${text}"`));
		const nowhere = lost.filter((text) => !logged.includes(text));
		report('n8n stopped while the database was away', { replies, inTheLogAlone: logged, nowhere });
		expect(logged.length).toBeGreaterThan(0);
		expect(nowhere).toEqual([]);
	}, 420_000);
});
