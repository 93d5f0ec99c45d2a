import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { until } from '../../sandbox/until';
import { Cluster, inQueueMode } from './queueCluster';
import { chain, gatewayNode, node } from './workflows';

afterAll(cleanUp);

const RECIPIENTS = 150_000;

/** A job that does not answer for 30 seconds is given to another worker. */
const STALLED_MILLISECONDS = 35_000;

const ROWS = `={{ { rows: Array.from({ length: ${RECIPIENTS} }, (_, index) => ({ number: '4479' + String(index).padStart(8, '0'), name: 'customer ' + index })) } }}`;

inQueueMode(
	'a large send reaches everybody once with the default settings of queue mode',
	scenario,
);

async function scenario(programs: { postgres: string; redis: string }): Promise<void> {
	const cluster = await Cluster.open(programs, {});
	const { simulator, rest } = cluster;
	await simulator.post('seed', { accounts: [{ login: 'demo', credits: 2 * RECIPIENTS }] });
	const hook = randomUUID();
	const { id } = await rest.createWorkflow(largeSend(cluster, hook));
	await rest.activate(id);

	await fetch(`${cluster.address}/webhook/${hook}`, { method: 'POST' });
	const begun = () => cluster.workers.flatMap((worker) => worker.begun());
	const inFlight = () => cluster.workers.flatMap((worker) => worker.inFlight());
	await until(async () => begun().length > 0 && inFlight().length === 0, 600_000);
	await wait(STALLED_MILLISECONDS);

	expect(begun()).toHaveLength(1);
	const [account] = (await simulator.accounts()).filter(({ login }) => login === 'demo');
	expect(account?.credits).toBe(RECIPIENTS);
}

/** Personalised messages to as many numbers, each of which occurs once. */
const largeSend = (cluster: Cluster, path: string): IDataObject =>
	chain(
		[
			node(
				'Called',
				'n8n-nodes-base.webhook',
				{ httpMethod: 'POST', path },
				{ webhookId: randomUUID() },
			),
			node('Rows', 'n8n-nodes-base.set', { mode: 'raw', jsonOutput: ROWS }),
			node('Each', 'n8n-nodes-base.splitOut', { fieldToSplitOut: 'rows' }),
			gatewayNode(
				'Gateway',
				{ numbers: '={{ $json.number }}', text: '=Dear {{ $json.name }}, your order is ready.' },
				cluster.credential,
			),
		],
		// What n8n stores of 150,000 items is not the matter here.
		{ saveDataSuccessExecution: 'none' },
	);
