import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { until } from '../../sandbox/until';
import { countOf, createCampaign, RECIPIENTS_OF_A_REQUEST, SEND } from './campaigns';
import { Cluster, inQueueMode, STALLED_SOONER, type QueueWorker } from './queueCluster';
import { say } from './report';
import { asked } from './triggers';

afterAll(cleanUp);

const PEOPLE = 5000;
const KILLS = 5;
const LATENCY_MILLISECONDS = 500;

inQueueMode(
	`a campaign whose worker is killed ${KILLS} times and that is begun again reaches everybody once`,
	async (programs) => {
		const cluster = await Cluster.start(programs, STALLED_SOONER);
		const { simulator } = cluster;
		await simulator.post('seed', { accounts: [{ login: 'demo', credits: 1_000_000 }] });
		await simulator.fault(SEND, { delayMs: LATENCY_MILLISECONDS }, 1000);
		await begunAgain(cluster);
	},
	1_500_000,
);

/** One campaign is killed in each of its requests, and begun again by hand. */
async function begunAgain(cluster: Cluster): Promise<void> {
	const options = { sendOnce: true, reference: 'autumn' };
	const campaign = await createCampaign(cluster, { people: PEOPLE, campaign: 0 }, options);
	for (let kill = 0; kill < KILLS; kill += 1) {
		const requests = await asked(cluster, SEND);
		await campaign.call();
		await until(async () => (await asked(cluster, SEND)) > requests, 60_000);
		await wait((kill * LATENCY_MILLISECONDS) / KILLS);
		await cluster.addWorker(await killBusy(cluster));
	}
	await campaign.call();
	const rows = await campaign.rows(KILLS + 1);
	const { people, twice } = await campaign.received();
	const doubtful = countOf(rows, 'UNCONFIRMED');
	say(`${people} of ${PEOPLE} got it, ${doubtful} UNCONFIRMED in the last run`);
	expect(twice).toEqual([]);
	expect(rows).toHaveLength(PEOPLE);
	expect(doubtful).toBeLessThanOrEqual(RECIPIENTS_OF_A_REQUEST);
	expect(countOf(rows, 'NOT_SENT')).toBe(0);
}

/** Kills the worker that is executing. */
async function killBusy({ workers }: Cluster): Promise<QueueWorker> {
	const alive = workers.filter(({ process }) => !process.hasEnded);
	const busy = alive.find((worker) => worker.inFlight().length > 0) as QueueWorker;
	await busy.process.kill();
	return busy;
}
