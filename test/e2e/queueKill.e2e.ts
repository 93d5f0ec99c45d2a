import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOf } from '../../sandbox/execution';
import { until } from '../../sandbox/until';
import {
	createCampaign,
	GATEWAY,
	messagesOfEach,
	RECIPIENTS_OF_A_REQUEST,
	SEND,
	writtenTwice,
} from './campaigns';
import { Cluster, inQueueMode, type QueueWorker } from './queueCluster';
import { isN8n1 } from './release';
import { say } from './report';
import { OVER } from './triggers';

afterAll(cleanUp);

const PEOPLE = 5000;
const KILLS = 5;
const LATENCY_MILLISECONDS = 500;

const title = isN8n1
	? `an execution whose worker is killed, ${KILLS} times, is repeated by n8n 1 and sends nothing twice`
	: `a campaign whose worker is killed ${KILLS} times and that is begun again reaches everybody once`;

inQueueMode(
	title,
	// With n8n's own settings of its queue, which take a minute to give a killed worker up.
	async (programs) => await scenario(await Cluster.start(programs, {})),
	1_500_000,
);

async function scenario(cluster: Cluster): Promise<void> {
	const { simulator } = cluster;
	await simulator.post('seed', { accounts: [{ login: 'demo', credits: 1_000_000 }] });
	await simulator.fault(SEND, { delayMs: LATENCY_MILLISECONDS }, 1000);
	await (isN8n1 ? repeatedByN8n(cluster) : begunAgain(cluster));
}

/** Each execution is killed in its second request or soon after, and n8n repeats it. */
async function repeatedByN8n(cluster: Cluster): Promise<void> {
	for (let kill = 0; kill < KILLS; kill += 1) {
		const { call } = await create(cluster, kill, {});
		const requests = await sends(cluster);
		await call();
		await until(async () => (await sends(cluster)) >= requests + 2);
		await wait((kill * LATENCY_MILLISECONDS) / KILLS);
		const killed = await killBusy(cluster);
		const begun = (await sends(cluster)) - requests;
		const [execution = ''] = killed.inFlight();
		await until(() => Promise.resolve(isFinishedByAnother(cluster, execution)), 240_000);
		// Sooner, it would have n8n declare the execution crashed instead of repeating it.
		await cluster.addWorker(killed);
		const results = await resultsOf(cluster, execution);
		const counts = messagesOfEach(await cluster.simulator.messages(), kill);
		const doubtful = results.filter((result) => result === 'UNCONFIRMED').length;
		say(`kill ${kill + 1}: ${counts.size} of ${PEOPLE} got it, ${doubtful} UNCONFIRMED`);
		expect(writtenTwice(counts)).toEqual([]);
		expect(results).toHaveLength(PEOPLE);
		// The requests that the killed worker had begun, or had claimed to begin, and no other.
		expect([begun, begun + 1]).toContain(doubtful / RECIPIENTS_OF_A_REQUEST);
		expect(results.filter((result) => result === 'ACCEPTED')).toHaveLength(PEOPLE - doubtful);
	}
}

/** One campaign is killed in each of its requests, and begun again by hand. */
async function begunAgain(cluster: Cluster): Promise<void> {
	const options = { sendOnce: true, reference: 'autumn' };
	const { workflow, call } = await create(cluster, 0, options);
	for (let kill = 0; kill < KILLS; kill += 1) {
		const requests = await sends(cluster);
		await call();
		await until(async () => (await sends(cluster)) > requests, 60_000);
		await wait((kill * LATENCY_MILLISECONDS) / KILLS);
		await cluster.addWorker(await killBusy(cluster));
	}
	await call();
	const results = await resultsOf(cluster, await endOf(cluster, workflow, KILLS + 1));
	const counts = messagesOfEach(await cluster.simulator.messages(), 0);
	const doubtful = results.filter((result) => result === 'UNCONFIRMED').length;
	say(`${counts.size} of ${PEOPLE} got it, ${doubtful} UNCONFIRMED in the last run`);
	expect(writtenTwice(counts)).toEqual([]);
	expect(results).toHaveLength(PEOPLE);
	expect(doubtful).toBeLessThanOrEqual(RECIPIENTS_OF_A_REQUEST);
	expect(results.filter((result) => result === 'NOT_SENT')).toEqual([]);
}

const create = async (cluster: Cluster, id: number, options: IDataObject) =>
	await createCampaign(cluster, { people: PEOPLE, campaign: id }, options);

const sends = async ({ simulator }: Cluster): Promise<number> =>
	(await simulator.requests()).filter(({ path }) => path === SEND).length;

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

/** Waits until the newest of so many executions is over; gives its ID. */
async function endOf({ rest }: Cluster, workflow: string, count: number): Promise<string> {
	return await until(async () => {
		const executions = await rest.executions(workflow);
		const [newest] = executions;
		return newest && executions.length >= count && OVER.has(newest.status) && newest.id;
	}, 240_000);
}

async function resultsOf({ rest }: Cluster, execution: string): Promise<string[]> {
	const { data } = await rest.finished(execution);
	return itemsOf(data, GATEWAY).map(({ result }) => String(result));
}
