import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOfAllRuns } from '../../sandbox/execution';
import { pack } from '../../sandbox/pack';
import { freePort } from '../../sandbox/ports';
import { until } from '../../sandbox/until';
import { createUserFolder } from '../../sandbox/userFolder';
import { startWebhookProcess } from '../../sandbox/webhookProcess';
import { nextLink, NO_ACTION_REQUIRED, post, TOO_LATE } from './questions';
import { Cluster, inQueueMode, STALLED_SOONER } from './queueCluster';
import { isN8n1 } from './release';
import { calledAt, chain, gatewayNode, leadTo, node, rowNodes } from './workflows';

afterAll(cleanUp);

inQueueMode(
	'each answer lands at its own question, through main or a process for webhooks, both restarted in between',
	async (programs) => {
		const port = await freePort();
		const settings = { ...STALLED_SOONER, WEBHOOK_URL: `http://127.0.0.1:${port}/` };
		const cluster = await Cluster.start(programs, settings);
		const userFolder = await createUserFolder(await pack());
		const { sandbox, simulator, rest } = cluster;
		const startWebhooks = async () => await startWebhookProcess({ ...sandbox, userFolder }, port);
		let webhooks = await startWebhooks();
		const restart = async () => {
			await webhooks.kill();
			await cluster.restart();
			webhooks = await startWebhooks();
		};

		const hook = randomUUID();
		const { id } = await rest.createWorkflow(askingInALoop(cluster, hook));
		await rest.activate(id);
		await fetch(`${cluster.n8n.address}/webhook/${hook}`, { method: 'POST' });
		const [execution] = await until(async () => {
			const found = await rest.executions(id);
			return found.length > 0 && found;
		});
		const executionId = String(execution?.id);

		const first = await nextLink(cluster, executionId);
		expect(first).toContain(`http://127.0.0.1:${port}/`);
		await restart();
		expect(await answer(first, 'One')).toContain('Your answer was received.');
		const second = await nextLink(cluster, executionId, 2);
		await restart();
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
		for (const page of others) expect(page).toMatch(TOO_LATE);

		const { status, data } = await rest.finished(executionId);
		expect(status).toBe('success');
		const texts = itemsOfAllRuns(data, 'After').map((item) => (item.data as IDataObject).text);
		expect(texts).toEqual(['One', expect.stringMatching(/^Two, \d$/)]);
		expect(thanks[0]).toContain(String(texts[1]));
		expect(await answer(second, 'Late')).toContain(NO_ACTION_REQUIRED);
		expect(await simulator.messages()).toHaveLength(2);
		// Begun once, and continued after each answer.
		const begun = cluster.workers.flatMap((worker) => worker.begun());
		expect(begun).toEqual([executionId, executionId, executionId]);
	},
);

const answer = async (link: string, text: string): Promise<string> =>
	await (await post(link, { text })).text();

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

/** Asks the same twice. */
function askingInALoop(cluster: Cluster, hook: string): IDataObject {
	const question = {
		resource: 'message',
		operation: 'sendAndWait',
		numbers: '27821111111',
		message: 'Can you drive?',
		responseType: 'freeText',
	};
	const workflow = chain([
		calledAt(hook),
		...rowNodes([{ turn: 1 }, { turn: 2 }]),
		node('Loop', 'n8n-nodes-base.splitInBatches', {}, { typeVersion: 3 }),
		gatewayNode('Gateway', question, cluster.demoCredential),
		node('After', 'n8n-nodes-base.noOp'),
		node('Done', 'n8n-nodes-base.noOp'),
	]);
	const connections = workflow.connections as IDataObject;
	connections.Loop = leadTo('Done', 'Gateway');
	connections.After = leadTo('Loop');
	return workflow;
}
