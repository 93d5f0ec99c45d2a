import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { until } from '../../sandbox/until';
import { countOf, createCampaign, RECIPIENTS_OF_A_REQUEST, SEND } from './campaigns';
import { Cluster, inQueueMode, type QueueWorker } from './queueCluster';
import { isN8n1 } from './release';
import { say } from './report';
import { asked } from './triggers';

afterAll(cleanUp);

const PEOPLE = 5000;
const KILLS = 5;
const LATENCY_MILLISECONDS = 500;

const title = isN8n1
	? `an execution whose worker is killed, ${KILLS} times, is repeated by n8n 1 and sends nothing twice`
	: `a campaign whose worker is killed ${KILLS} times and that is begun again reaches everybody once`;

inQueueMode(
	title,
	async (programs) => {
		// With n8n's own settings of its queue, which take a minute to give a killed worker up.
		const cluster = await Cluster.start(programs, {});
		const { simulator } = cluster;
		await simulator.post('seed', { accounts: [{ login: 'demo', credits: 1_000_000 }] });
		await simulator.fault(SEND, { delayMs: LATENCY_MILLISECONDS }, 1000);
		await (isN8n1 ? repeatedByN8n(cluster) : begunAgain(cluster));
	},
	1_500_000,
);

/** Each execution is killed in its second request or soon after, and n8n repeats it. */
async function repeatedByN8n(cluster: Cluster): Promise<void> {
	for (let kill = 0; kill < KILLS; kill += 1) {
		const campaign = await createCampaign(cluster, { people: PEOPLE, campaign: kill }, {});
		const requests = await asked(cluster, SEND);
		await campaign.call();
		await until(async () => (await asked(cluster, SEND)) >= requests + 2);
		await wait((kill * LATENCY_MILLISECONDS) / KILLS);
		const killed = await killBusy(cluster);
		const begun = (await asked(cluster, SEND)) - requests;
		const [execution = ''] = killed.inFlight();
		await until(() => Promise.resolve(isFinishedByAnother(cluster, execution)), 240_000);
		// Sooner, it would have n8n declare the execution crashed instead of repeating it.
		await cluster.addWorker(killed);
		const rows = await campaign.rows();
		const { people, twice } = await campaign.received();
		const doubtful = countOf(rows, 'UNCONFIRMED');
		say(`kill ${kill + 1}: ${people} of ${PEOPLE} got it, ${doubtful} UNCONFIRMED`);
		expect(twice).toEqual([]);
		expect(rows).toHaveLength(PEOPLE);
		// The requests that the killed worker had begun, or had claimed to begin, and no other.
		expect([begun, begun + 1]).toContain(doubtful / RECIPIENTS_OF_A_REQUEST);
		expect(countOf(rows, 'ACCEPTED')).toBe(PEOPLE - doubtful);
	}
}

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

/** Whether a worker that is alive has executed it to its end. */
const isFinishedByAnother = ({ workers }: Cluster, execution: string): boolean =>
	workers.some(
		(worker) =>
			!worker.process.hasEnded &&
			worker.begun().includes(execution) &&
			!worker.inFlight().includes(execution),
	);
