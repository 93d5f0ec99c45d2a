import { setTimeout as wait } from 'node:timers/promises';
import { outcomeOf, settle, watchFed } from './feeder';
import { Relay } from './relay';
import { report, say } from './report';
import { setUpStage } from './stage';
import { askedAgain, REPLIES, setStatus, STATUSES } from './triggers';

/** How often n8n is killed. Each time takes about 13 seconds. */
const KILLS = Number(process.env.MESSAGING_GATEWAY_KILLS ?? 8);
/** n8n is killed up to so long after a poll began: before, during and after its saving of anything. */
const LATEST_MILLISECONDS = 150;
/** Every second poll asks for replies before it asks for statuses; the poll before it was a second ago. */
const REST_OF_POLL = 500;

const stage = setUpStage();
let relay: Relay;
beforeAll(async () => {
	relay = await Relay.start(stage.simulator.address);
});
afterAll(() => relay?.stop());

it(
	`${KILLS} kills in mid-poll lose no reply but of the answer in flight, and double none`,
	async () => {
		const { harvest, feeder, standing } = await watchFed(stage, {
			parameters: { events: ['reply', 'statusChange'] },
			login: { baseUrl: relay.address },
			secondsBetweenPolls: 1,
			moving: 5,
			// One comes to its end in each poll that is killed.
			standing: KILLS,
		});
		/** When the polls that were killed began. */
		const killed: number[] = [];
		for (const [index, id] of standing.entries()) {
			await askedAgain(stage, REPLIES, 2);
			await harvest.gather();
			await setStatus(stage, id, 'DELIVERED', 0);
			feeder.codes.set(id, 0);
			await relay.nextRequest(STATUSES);
			killed.push(Date.now());
			const moment = Math.round((index * LATEST_MILLISECONDS) / KILLS);
			await wait(moment);
			await stage.n8n.process.kill();
			say(
				`kill ${index + 1} of ${KILLS}, ${moment} ms into a poll, ${feeder.texts.length} replies`,
			);
			await stage.restart();
		}
		await feeder.stop();
		await askedAgain(stage, REPLIES, 3);
		await settle(harvest, feeder);

		const outcome = outcomeOf(harvest, feeder);
		/** The answers to polls that were killed: n8n needs seconds to start again. */
		const inFlight = relay.answers.filter(
			({ path, requestedAt: at }) =>
				path === REPLIES && killed.some((time) => at >= time - REST_OF_POLL && at < time + 1_000),
		);
		const lostInFlight = outcome.lost.filter((text) =>
			inFlight.some(({ body }) => body.includes(`<Message>${text}</Message>`)),
		);
		const crashed = harvest.executions().filter(({ status }) => status === 'crashed');
		report(`n8n killed ${KILLS} times`, { ...outcome, lostInFlight, crashed });
		// A status change of that moment may be lost or come twice.
		expect(outcome.twice).toEqual([]);
		expect(outcome.lostChanges.length).toBeLessThan(KILLS);
		expect(outcome.lost).toEqual(lostInFlight);
	},
	120_000 + KILLS * 60_000,
);
