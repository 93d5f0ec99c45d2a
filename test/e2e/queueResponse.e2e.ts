import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOf, runCount } from '../../sandbox/execution';
import { pack } from '../../sandbox/pack';
import { freePort } from '../../sandbox/ports';
import { until } from '../../sandbox/until';
import { createUserFolder } from '../../sandbox/userFolder';
import { startWebhookProcess } from '../../sandbox/webhookProcess';
import { Cluster, inQueueMode, STALLED_SOONER } from './queueCluster';
import { isN8n1 } from './release';
import {
	calledAt,
	chain,
	gatewayNode,
	leadTo,
	node,
	rowNodes,
	type WorkflowNode,
} from './workflows';

afterAll(cleanUp);

inQueueMode(
	'a worker goes on with an answer to main, which was restarted while the execution waited',
	restartedMain,
);
inQueueMode(
	'each answer lands at its own question, through a process for webhooks that is killed in between',
	killedWebhookProcess,
);

async function restartedMain(programs: { postgres: string; redis: string }): Promise<void> {
	const cluster = await Cluster.start(programs);
	const { simulator, rest } = cluster;
	const hook = randomUUID();
	const { id } = await rest.createWorkflow(chain([calledAt(hook), ask(cluster), AFTER]));
	await rest.activate(id);

	await fetch(`${cluster.n8n.address}/webhook/${hook}`, { method: 'POST' });
	const [execution] = await until(async () => {
		const found = await rest.executions(id);
		return found[0]?.status === 'waiting' && found;
	}, 60_000);
	await cluster.n8n.stop();
	await cluster.restart();

	const [message] = await simulator.messages();
	const link = String(message?.text.split('\n').at(-1));
	for (let times = 0; times < 5; times += 1) {
		expect(await (await fetch(link)).text()).toContain('Can you drive?');
	}
	expect(await answer(link, 'At 3 & not before')).toContain('Your answer was received.');
	const { status, data } = await rest.finished(String(execution?.id));
	expect(await answer(link, 'At 4')).toContain('No action required');

	expect(status).toBe('success');
	expect(itemsOf(data, 'After')).toMatchObject([{ data: { text: 'At 3 & not before' } }]);
	expect(runCount(data, 'After')).toBe(1);
	expect(await simulator.messages()).toHaveLength(1);
	const begun = cluster.workers.flatMap((worker) => worker.begun());
	expect(begun).toEqual([execution?.id, execution?.id]);
}

async function killedWebhookProcess(programs: { postgres: string; redis: string }): Promise<void> {
	const port = await freePort();
	const settings = { ...STALLED_SOONER, WEBHOOK_URL: `http://127.0.0.1:${port}/` };
	const cluster = await Cluster.start(programs, settings);
	const userFolder = await createUserFolder(await pack());
	const { sandbox, simulator, rest } = cluster;
	const begin = async () => await startWebhookProcess({ ...sandbox, userFolder }, port);
	let webhooks = await begin();
	const restarted = async () => {
		await webhooks.kill();
		webhooks = await begin();
	};

	const hook = randomUUID();
	const { id } = await rest.createWorkflow(askingInALoop(cluster, hook));
	await rest.activate(id);
	await fetch(`${cluster.n8n.address}/webhook/${hook}`, { method: 'POST' });
	const links: string[] = [];
	const nextLink = async (): Promise<string> =>
		await until(async () => {
			const [execution] = await rest.executions(id);
			const messages = await simulator.messages();
			const link = String(messages.at(-1)?.text.split('\n').at(-1));
			const isAsked = execution?.status === 'waiting' && !links.includes(link);
			return isAsked && messages.length === links.length + 1 && links.push(link) > 0 && link;
		}, 90_000);

	const first = await nextLink();
	expect(first).toContain(`http://127.0.0.1:${port}/`);
	await restarted();
	expect(await answer(first, 'One')).toContain('Your answer was received.');
	const second = await nextLink();
	await restarted();
	expect(await answer(first, 'Late')).toMatch(/This question was answered at \d\d:\d\d\./);
	const answers = await Promise.all(
		Array.from({ length: 6 }, async (_, index) =>
			index % 2 === 0 || isN8n1
				? await answer(second, `Two, ${index}`)
				: await answerAt(cluster.n8n.address, second, `Two, ${index}`),
		),
	);
	const thanks = answers.filter((page) => page.includes('Your answer was received.'));
	const others = answers.filter((page) => !page.includes('Your answer was received.'));
	expect(thanks).toHaveLength(1);
	for (const page of others) {
		expect(page).toMatch(/<h1>(No longer open|Not taken)|is running already|No action required/);
	}

	const [execution] = await rest.executions(id);
	const { status, data } = await rest.finished(String(execution?.id));
	expect(status).toBe('success');
	expect(runCount(data, 'After')).toBe(2);
	const texts = [0, 1].map((run) => (itemsOf(data, 'After', { run })[0]?.data as IDataObject).text);
	expect(texts).toEqual(['One', expect.stringMatching(/^Two, \d$/)]);
	expect(thanks[0]).toContain(String(texts[1]));
	expect(await simulator.messages()).toHaveLength(2);
}

const answer = async (link: string, text: string): Promise<string> =>
	await (await fetch(link, { method: 'POST', body: new URLSearchParams({ text }) })).text();

/** Answers through another process, as a load balancer would: under the address of the link. */
async function answerAt(address: string, link: string, text: string): Promise<string> {
	const { host, pathname, search } = new URL(link);
	const { port } = new URL(address);
	const sent = request({ host: '127.0.0.1', port, method: 'POST', path: pathname + search });
	sent.setHeader('Host', host);
	sent.setHeader('Content-Type', 'application/x-www-form-urlencoded');
	sent.end(new URLSearchParams({ text }).toString());
	const [response] = (await once(sent, 'response')) as [IncomingMessage];
	return Buffer.concat(await response.toArray()).toString();
}

const ask = (cluster: Cluster): WorkflowNode =>
	gatewayNode(
		'Gateway',
		{
			resource: 'message',
			operation: 'sendAndWait',
			numbers: '27821111111',
			message: 'Can you drive?',
			responseType: 'freeText',
		},
		cluster.demoCredential,
	);

const AFTER = node('After', 'n8n-nodes-base.noOp');

/** Asks the same twice. */
function askingInALoop(cluster: Cluster, hook: string): IDataObject {
	const workflow = chain([
		calledAt(hook),
		...rowNodes([{ turn: 1 }, { turn: 2 }]),
		node('Loop', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 }),
		ask(cluster),
		AFTER,
		node('Done', 'n8n-nodes-base.noOp'),
	]);
	const connections = workflow.connections as IDataObject;
	connections.Loop = leadTo('Done', 'Gateway');
	connections.After = leadTo('Loop');
	return workflow;
}
