import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOf, runCount } from '../../sandbox/execution';
import { findPostgres } from '../../sandbox/postgres';
import { findRedis } from '../../sandbox/redis';
import { until } from '../../sandbox/until';
import { Cluster } from './queueCluster';
import { chain, gatewayNode, node } from './workflows';

afterAll(cleanUp);

const postgres = findPostgres();
const redis = findRedis();
const title =
	'a worker goes on with an answer to main, which was restarted while the execution waited';

if (postgres !== undefined && redis !== undefined) {
	it(title, async () => await scenario({ postgres, redis }), 900_000);
} else {
	it.skip(title, () => undefined);
}

async function scenario(programs: { postgres: string; redis: string }): Promise<void> {
	const cluster = await Cluster.open(programs);
	const { simulator, rest } = cluster;
	const hook = randomUUID();
	const { id } = await rest.createWorkflow(question(cluster, hook));
	await rest.activate(id);

	await fetch(`${cluster.address}/webhook/${hook}`, { method: 'POST' });
	const [execution] = await until(async () => {
		const found = await rest.executions(id);
		return found[0]?.status === 'waiting' && found;
	}, 60_000);
	await cluster.stopMain();
	await cluster.startMain();

	const [message] = await simulator.messages();
	const link = String(message?.text.split('\n').at(-1));
	for (let times = 0; times < 5; times += 1) {
		expect(await (await fetch(link)).text()).toContain('Can you drive?');
	}
	const answer = async (text: string) =>
		await (await fetch(link, { method: 'POST', body: new URLSearchParams({ text }) })).text();
	expect(await answer('At 3 & not before')).toContain('Your answer was received.');
	const { status, data } = await rest.finished(String(execution?.id));
	expect(await answer('At 4')).toContain('No action required');

	expect(status).toBe('success');
	expect(itemsOf(data, 'After')).toMatchObject([{ data: { text: 'At 3 & not before' } }]);
	expect(runCount(data, 'After')).toBe(1);
	expect(await simulator.messages()).toHaveLength(1);
	const begun = cluster.workers.flatMap((worker) => worker.begun());
	expect(begun).toEqual([execution?.id, execution?.id]);
}

/** Asks when it is called. */
const question = (cluster: Cluster, path: string): IDataObject =>
	chain([
		node(
			'Called',
			'n8n-nodes-base.webhook',
			{ httpMethod: 'POST', path },
			{ webhookId: randomUUID() },
		),
		gatewayNode(
			'Gateway',
			{
				resource: 'message',
				operation: 'sendAndWait',
				numbers: '27821111111',
				message: 'Can you drive?',
				responseType: 'freeText',
			},
			cluster.credential,
		),
		node('After', 'n8n-nodes-base.noOp'),
	]);
