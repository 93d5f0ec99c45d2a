import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOf } from '../../sandbox/execution';
import type { SimulatedMessage } from '../../sandbox/simulator';
import { until } from '../../sandbox/until';
import { SEND } from './campaigns';
import { Feeder, outcomeOf, settle } from './feeder';
import { Cluster, inQueueMode, type QueueWorker } from './queueCluster';
import { repeats, report, say } from './report';
import { Harvest, OVER, REPLIES, textedNumbers, watch } from './triggers';
import { chain, gatewayNode, node, rowNodes } from './workflows';

/** How long the gateway holds back its answers to the sends among which a worker is killed. */
const SEND_DELAY_MILLISECONDS = 12_000;
const DELAYED_SENDS = 6;
const POLL_DELAY_MILLISECONDS = 3_000;

afterAll(cleanUp);

inQueueMode(
	'queue mode accounts for everything when a worker is killed and main is restarted',
	scenario,
);

async function scenario(programs: { postgres: string; redis: string }): Promise<void> {
	const cluster = await Cluster.start(programs);
	const { simulator, rest } = cluster;
	const numbers = await textedNumbers(cluster, 50);
	const { id } = await rest.createWorkflow(scheduledSends(cluster, numbers.slice(0, 3)));
	await rest.activate(id);
	const sending = new Harvest(cluster, id);
	const replying = await watch(cluster);
	const feeder = new Feeder(simulator, { numbers, pause: 400 });
	await until(async () => (await sentMessages(cluster)).length >= 20);

	// A worker dies with sends in flight.
	await simulator.fault(SEND, { delayMs: SEND_DELAY_MILLISECONDS }, DELAYED_SENDS);
	await until(async () => !(await isFaultDue(cluster)));
	const victim = busiest(cluster);
	await victim.process.kill();
	const killed = victim.inFlight();
	const killedAt = Date.now();
	await until(async () => {
		const executions = await Promise.all(killed.map((one) => rest.execution(one)));
		return executions.every(({ status }) => OVER.has(status));
	}, 180_000);
	say(`${killed.length} executions closed ${Math.round((Date.now() - killedAt) / 1000)} s later`);
	await cluster.addWorker(victim);

	// Main stops while the gateway answers a poll.
	await simulator.fault(REPLIES, { delayMs: POLL_DELAY_MILLISECONDS });
	await until(async () => !(await isFaultDue(cluster)));
	await cluster.n8n.stop();
	await wait(2_000);
	await cluster.restart();
	const before = (await sentMessages(cluster)).length;
	await until(async () => (await sentMessages(cluster)).length >= before + 20, 60_000);

	await feeder.stop();
	await rest.deactivate(id);
	await settle(replying, feeder);
	await sending.gather();
	const listed = await rest.executions(id);
	const messages = await sentMessages(cluster);
	const known = sending
		.executions()
		.flatMap(({ data }) => itemsOf(data, 'Gateway'))
		.flatMap(({ accepted, messageId }) => (accepted === true ? String(messageId) : []));
	const unknown = messages.filter((message) => !known.includes(message.id));
	const ids = messages.map((message) => message.id);
	const replies = outcomeOf(replying, feeder);
	report('queue mode', {
		executions: listed,
		inFlightInTheKilledWorker: killed,
		messagesAccepted: messages,
		ofTheKilledWorker: unknown,
		...replies,
	});
	expect(unknown).not.toEqual([]);
	expect(unknown.filter(({ text }) => !killed.includes(executionIn(text)))).toEqual([]);
	expect(known.filter((one) => !ids.includes(one))).toEqual([]);
	expect(repeats(known)).toEqual([]);
	// Were an execution run again by another worker, its texts would go out twice.
	expect(repeats(messages.map(({ text }) => text))).toEqual([]);
	expect(repeats(cluster.workers.flatMap((worker) => worker.begun()))).toEqual([]);
	expect(listed.filter(({ status }) => !OVER.has(status))).toEqual([]);
	expect(replies).toMatchObject({ lost: [], twice: [] });
}

/** Each text names its execution. */
function scheduledSends(cluster: Cluster, numbers: string[]): IDataObject {
	const rule = { interval: [{ field: 'seconds', secondsInterval: 1 }] };
	const send = {
		numbers: '={{ $json.number }}',
		text: '=Dear customer {{ $json.number }}, execution {{ $execution.id }}',
	};
	return chain([
		node('Schedule', 'n8n-nodes-base.scheduleTrigger', { rule }),
		...rowNodes(numbers.map((number) => ({ number }))),
		gatewayNode('Gateway', send, cluster.demoCredential),
	]);
}

const executionIn = (text: string): string => /execution (\d+)$/.exec(text)?.[1] ?? '';

async function sentMessages({ simulator }: Cluster): Promise<SimulatedMessage[]> {
	return (await simulator.messages()).filter(({ text }) => executionIn(text) !== '');
}

async function isFaultDue({ simulator }: Cluster): Promise<boolean> {
	const due = (await (await fetch(`${simulator.address}/control/faults`)).json()) as unknown[];
	return due.length > 0;
}

function busiest({ workers }: Cluster): QueueWorker {
	const [first, second] = workers as [QueueWorker, QueueWorker];
	return first.inFlight().length >= second.inFlight().length ? first : second;
}
