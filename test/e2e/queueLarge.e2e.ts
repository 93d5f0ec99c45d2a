import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { until } from '../../sandbox/until';
import { createCampaign } from './campaigns';
import { Cluster, inQueueMode } from './queueCluster';

afterAll(cleanUp);

const RECIPIENTS = 150_000;

/** A job that does not answer for 30 seconds is given to another worker. */
const STALLED_MILLISECONDS = 35_000;

inQueueMode(
	'a large send reaches everybody once with the default settings of queue mode',
	scenario,
);

async function scenario(programs: { postgres: string; redis: string }): Promise<void> {
	const cluster = await Cluster.start(programs, {});
	const { simulator } = cluster;
	await simulator.post('seed', { accounts: [{ login: 'demo', credits: 2 * RECIPIENTS }] });
	const people = { people: RECIPIENTS, campaign: 0 };
	// What n8n stores of so many items is not the matter here.
	const { call } = await createCampaign(cluster, people, {}, { saveDataSuccessExecution: 'none' });
	await call();

	const begun = () => cluster.workers.flatMap((worker) => worker.begun());
	const inFlight = () => cluster.workers.flatMap((worker) => worker.inFlight());
	await until(async () => begun().length > 0 && inFlight().length === 0, 600_000);
	await wait(STALLED_MILLISECONDS);

	expect(begun()).toHaveLength(1);
	const [account] = (await simulator.accounts()).filter(({ login }) => login === 'demo');
	expect(account?.credits).toBe(RECIPIENTS);
}
