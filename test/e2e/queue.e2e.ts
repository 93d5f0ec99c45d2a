import type { IDataObject } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { cleanUp } from '../../sandbox/cleanup';
import { itemsOf, startingItems } from '../../sandbox/execution';
import { pollTimesEvery } from '../../sandbox/pollTimes';
import { RestFailure, type Execution } from '../../sandbox/rest';
import type { SimulatedMessage, SimulatedRequest } from '../../sandbox/simulator';
import { until } from '../../sandbox/until';
import { SEND } from './campaigns';
import { Feeder } from './feeder';
import { Cluster, inQueueMode, type QueueWorker } from './queueCluster';
import { report, say } from './report';
import { OVER, REPLIES } from './triggers';
import {
	calledAt,
	chain,
	gatewayNode,
	node,
	rowNodes,
	TRIGGER_TYPE,
	type WorkflowNode,
} from './workflows';

const GREETING = 'Hello';
/** How long the gateway holds back its answers to the sends among which a worker is killed. */
const SEND_DELAY_MILLISECONDS = 12_000;
const DELAYED_SENDS = 6;
const POLL_DELAY_MILLISECONDS = 3_000;
const NUMBERS = Array.from({ length: 50 }, (_, index) => `2783${1_000_000 + index}`);
const FAILED = new Set(['error', 'crashed', 'canceled']);

afterAll(cleanUp);

inQueueMode(
	'queue mode accounts for everything when a worker is killed and main is restarted',
	scenario,
);

async function scenario(programs: { postgres: string; redis: string }): Promise<void> {
	const cluster = await Cluster.start(programs);
	const { simulator, rest } = cluster;
	say('PostgreSQL, Redis, main and two workers run');
	await simulator.post('seed', { accounts: [{ login: 'demo', credits: 100_000 }] });
	// Everybody gets a message, since a reply answers one.
	await cluster.text(...NUMBERS);

	const hook = randomUUID();
	const scheduled = await rest.createWorkflow(scheduledSends(cluster));
	const called = await rest.createWorkflow(calledSends(cluster, hook));
	const polled = await rest.createWorkflow(polledReplies(cluster));
	for (const { id } of [scheduled, called, polled]) await rest.activate(id);
	const caller = new Caller(`${cluster.n8n.address}/webhook/${hook}`);
	const feeder = new Feeder(simulator, { numbers: NUMBERS, pause: 400 });
	await until(async () => (await sentMessages(cluster)).length >= 20 && caller.answered >= 5);

	// A worker dies with sends in flight, of both workflows.
	await cluster.simulator.fault(SEND, { delayMs: SEND_DELAY_MILLISECONDS }, DELAYED_SENDS);
	await until(async () => !(await isFaultDue(cluster)));
	const victim = busiest(cluster);
	await victim.process.kill();
	const killed = victim.inFlight();
	const sentByKilled = (await sentMessages(cluster)).filter(({ text }) =>
		killed.includes(executionIn(text)),
	).length;
	say(
		`worker killed with ${killed.length} executions in flight, ${sentByKilled} messages of them accepted`,
	);
	const killedAt = Date.now();
	await until(async () => {
		const statuses = await Promise.all(killed.map(async (id) => (await rest.execution(id)).status));
		return statuses.every((status) => OVER.has(status));
	}, 180_000);
	const noticedSeconds = Math.round((Date.now() - killedAt) / 1000);
	say(`n8n has closed those executions, ${noticedSeconds} seconds after the kill`);
	await cluster.addWorker(victim);
	say('a new worker runs in the place of the killed one');

	// Main stops while the gateway answers a poll.
	await cluster.simulator.fault(REPLIES, { delayMs: POLL_DELAY_MILLISECONDS });
	// An execution of the trigger that died with the worker is taken to run for five minutes.
	await until(async () => !(await isFaultDue(cluster)), 330_000);
	await wait(300);
	const stoppingAt = Date.now();
	await cluster.n8n.stop();
	const stoppedAt = Date.now();
	say(`main stopped in ${stoppedAt - stoppingAt} ms, in mid-poll`);
	await wait(2_000);
	await cluster.restart();
	say('main runs again');
	const before = (await sentMessages(cluster)).length;
	const answeredBefore = caller.answered;
	await until(
		async () =>
			(await sentMessages(cluster)).length >= before + 20 && caller.answered >= answeredBefore + 5,
		60_000,
	);

	await caller.stop();
	await feeder.stop();
	await rest.deactivate(scheduled.id);
	await wait(6_000);
	const newest = await settled(cluster, [scheduled.id, called.id, polled.id]);
	await rest.deactivate(polled.id);

	const executions = await allExecutions(cluster, newest);
	const messages = await sentMessages(cluster);
	const sends = accountForMessages(messages, executions);
	const replies = accountForReplies(executions, feeder.texts, await simulator.requests(), {
		// A poll that began before main was told to stop may still have its answer on the way.
		from: stoppingAt - POLL_DELAY_MILLISECONDS,
		to: stoppedAt,
	});
	const begun = cluster.workers.flatMap((worker) => worker.begun());
	const begunTwice = begun.filter((id, index) => begun.indexOf(id) !== index);
	const unfinished = [...executions.values()].filter(({ status }) => !OVER.has(status));
	const withStatus = (status: string) =>
		[...executions.values()].filter((execution) => execution.status === status);
	report('queue mode', {
		executions: executions.size,
		success: withStatus('success'),
		error: withStatus('error'),
		crashed: withStatus('crashed'),
		notEnded: unfinished,
		begunByTwoWorkers: begunTwice,
		inFlightInTheKilledWorker: killed,
		webhookCalls: caller.calls,
		webhookCallsAnswered: caller.answered,
		messagesAccepted: messages,
		...sends,
		repliesTexted: feeder.texts,
		...replies,
	});
	expect(sentByKilled).toBeGreaterThan(0);
	expect(begunTwice).toEqual([]);
	expect(unfinished.map(({ id, status }) => `${id}: ${status}`)).toEqual([]);
	expect(sends.sentTwice).toEqual([]);
	expect(sends.unaccounted).toEqual([]);
	expect(sends.unfounded).toEqual([]);
	expect(replies.arrivedTwice).toEqual([]);
	expect(replies.lostOtherwise).toEqual([]);
}

/** Each text names its execution: were that run again by another worker, the text would go out twice. */
const send = (cluster: Cluster, numbers: string, text: string): WorkflowNode =>
	gatewayNode(
		'Gateway',
		{ resource: 'message', operation: 'send', numbers, text, options: { interface: 'xml' } },
		cluster.demoCredential,
	);

function scheduledSends(cluster: Cluster): IDataObject {
	const rule = { interval: [{ field: 'seconds', secondsInterval: 2 }] };
	return chain([
		node('Schedule', 'n8n-nodes-base.scheduleTrigger', { rule }),
		...rowNodes(NUMBERS.slice(0, 3).map((number, index) => ({ number, customer: index + 1 }))),
		send(
			cluster,
			'={{ $json.number }}',
			'=Dear customer {{ $json.customer }}, execution {{ $execution.id }}',
		),
	]);
}

function calledSends(cluster: Cluster, path: string): IDataObject {
	return chain([
		calledAt(path, { responseMode: 'lastNode' }),
		send(
			cluster,
			'={{ $json.body.number }}',
			'=Call {{ $json.body.call }}, execution {{ $execution.id }}',
		),
	]);
}

function polledReplies(cluster: Cluster): IDataObject {
	const pollTimes = pollTimesEvery(2);
	return chain([
		gatewayNode('Replies', { pollTimes }, cluster.demoCredential, { type: TRIGGER_TYPE }),
		node('After', 'n8n-nodes-base.noOp'),
	]);
}

const executionIn = (text: string): string => /execution (\d+)$/.exec(text)?.[1] ?? '';

async function sentMessages({ simulator }: Cluster): Promise<SimulatedMessage[]> {
	return (await simulator.messages()).filter(({ text }) => text !== GREETING);
}

async function isFaultDue({ simulator }: Cluster): Promise<boolean> {
	const due = (await (await fetch(`${simulator.address}/control/faults`)).json()) as unknown[];
	return due.length > 0;
}

function busiest({ workers }: Cluster): QueueWorker {
	const [first] = [...workers].sort(
		(one, other) => other.inFlight().length - one.inFlight().length,
	);
	if (!first) throw new Error('There is no worker');
	return first;
}

/** Calls the webhook twice a second, each time once, answered or not. */
class Caller {
	calls = 0;
	answered = 0;
	private isOn = true;
	private readonly done: Promise<void>;

	constructor(private readonly address: string) {
		this.done = this.run();
	}

	/** Calls no more, and waits for the answers still due. */
	async stop(): Promise<void> {
		this.isOn = false;
		await this.done;
	}

	private async run(): Promise<void> {
		const open: Array<Promise<void>> = [];
		while (this.isOn) {
			open.push(this.call());
			await wait(500);
		}
		await Promise.all(open);
	}

	private async call(): Promise<void> {
		const call = ++this.calls;
		try {
			const response = await fetch(this.address, {
				method: 'POST',
				headers: { 'content-type': 'application/json', connection: 'close' },
				body: JSON.stringify({ call, number: NUMBERS[call % NUMBERS.length] }),
				signal: AbortSignal.timeout(60_000),
			});
			await response.text();
			if (response.ok) this.answered += 1;
		} catch {
			// Main is away, or went away: the caller knows nothing of it then, and does not repeat it.
		}
	}
}

/** Waits until the latest executions of the workflows have ended; gives the newest ID. */
async function settled({ rest }: Cluster, workflowIds: string[]): Promise<number> {
	const deadline = Date.now() + 60_000;
	for (;;) {
		const found = (await Promise.all(workflowIds.map((id) => rest.executions(id)))).flat();
		if (found.every(({ status }) => OVER.has(status)) || Date.now() > deadline) {
			return Math.max(...found.map(({ id }) => Number(id)));
		}
		await wait(1_000);
	}
}

/** n8n numbers them, and lists no more than a hundred of a workflow at once. */
async function allExecutions({ rest }: Cluster, newest: number): Promise<Map<string, Execution>> {
	const executions = new Map<string, Execution>();
	for (let id = 1; id <= newest; id++) {
		try {
			executions.set(String(id), await rest.execution(String(id)));
		} catch (error) {
			if (!(error instanceof RestFailure) || error.status !== 404) throw error;
		}
	}
	return executions;
}

function accountForMessages(messages: SimulatedMessage[], executions: Map<string, Execution>) {
	const texts = messages.map(({ text }) => text);
	const results = [...executions.values()].flatMap(({ data }) => itemsOf(data, 'Gateway'));
	const accepted = results
		.filter((result) => result.accepted === true)
		.map(({ messageId }) => String(messageId));
	const known = new Set(accepted);
	const ids = new Set(messages.map(({ id }) => id));
	const unknown = messages.filter(({ id }) => !known.has(id));
	const isOfFailed = ({ text }: SimulatedMessage) =>
		FAILED.has(executions.get(executionIn(text))?.status ?? '');
	return {
		sentTwice: texts.filter((text, index) => texts.indexOf(text) !== index),
		known: messages.length - unknown.length,
		ofFailed: unknown.filter(isOfFailed).length,
		unaccounted: unknown.filter((message) => !isOfFailed(message)).map(({ text }) => text),
		/** Results that name no message, or one that another result names. */
		unfounded: accepted.filter((id, index) => !ids.has(id) || accepted.indexOf(id) !== index),
	};
}

function accountForReplies(
	executions: Map<string, Execution>,
	texts: string[],
	requests: SimulatedRequest[],
	restart: { from: number; to: number },
) {
	const arrived = [...executions.values()]
		.flatMap(({ data }) => startingItems(data, 'Replies'))
		.map(({ text }) => text as string);
	const lost = texts.filter((text) => !arrived.includes(text));
	const inFlight = requests.filter(({ path, at }) => {
		const time = Date.parse(at);
		return path === REPLIES && time >= restart.from && time <= restart.to;
	});
	const isInFlight = (text: string) =>
		inFlight.some(({ answer }) => answer?.body.includes(`<Message>${text}</Message>`) === true);
	return {
		arrived: new Set(arrived).size,
		arrivedTwice: arrived.filter((text, index) => arrived.indexOf(text) !== index),
		lostInFlight: lost.filter(isInFlight),
		lostOtherwise: lost.filter((text) => !isInFlight(text)),
	};
}
