import type { FastifyInstance } from 'fastify';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { SandboxFailure } from '../../sandbox/failure';
import { install } from '../../sandbox/installation';
import { startInstance, type Instance, type InstanceOptions } from '../../sandbox/instance';
import { pack } from '../../sandbox/pack';
import { chosenRelease, n8n2 } from '../../sandbox/releases';
import type { Report } from '../../sandbox/report';
import { RestClient } from '../../sandbox/rest';
import { createUserFolder } from '../../sandbox/userFolder';
import { atEnd } from '../../sandbox/cleanup';
import { createSimulator } from '../../simulator/simulator';
import { median, peakMemory } from './measuring';
import type { Sending, Way } from './results';
import { sendingWorkflow } from './sendingWorkflow';

export const GATEWAY_LATENCY_MILLISECONDS = 50;
const CREDITS = 1_000_000_000;

/** Recipients of the run that loads the nodes and opens the connections. */
const WARM_UP_RECIPIENTS = 100;

/** Runs of a case, unless they have taken so many seconds before. */
const REPETITIONS = 3;
const SECONDS_OF_REPETITIONS = 30;

/** Less than the five minutes after which fetch gives up. */
const LONGEST_RUN_MINUTES = 3;

const MILLISECONDS_BETWEEN_HEALTH_CHECKS = 10;

/** The floors come first: the others are measured above them. */
export const ALL_WAYS: Way[] = [
	'floor',
	'savedFloor',
	'expressions',
	'xml',
	'parallelXml',
	'saved',
	'once',
	'evaluated',
	'httpRequest',
	'query',
	'parallelQuery',
];

/**
 * Sends personalised messages from a real n8n to the simulator, whose answers take 50 ms, in each way.
 * Every case has an n8n of its own, so that their peaks of memory compare.
 */
export async function measureN8n(ways: Way[], sizes: number[], report: Report): Promise<Sending[]> {
	const gateway = await CountingGateway.start();
	const installation = await install(chosenRelease(n8n2), report);
	const userFolder = await createUserFolder(await pack());
	// Its log then says when a node starts and ends.
	const n8n = { installation, userFolder, environment: { N8N_LOG_LEVEL: 'debug' } };
	await createWorkflows({ installation, userFolder }, gateway.address, ways);
	const sendings: Sending[] = [];
	for (const way of ways) {
		for (const recipients of sizes) {
			report(`${recipients} recipients, ${way}`);
			const hopeless = sendings.find(
				(other) => other.way === way && secondsFor(recipients, other) > LONGEST_RUN_MINUTES * 60,
			);
			sendings.push(
				hopeless
					? { ...NOTHING, way, recipients, problem: notTried(hopeless) }
					: await measureCase(n8n, gateway, way, recipients),
			);
		}
	}
	return sendings.map((sending) => aboveFloor(sending, sendings));
}

/** The seconds that more recipients will take at the least, by what fewer took. */
const secondsFor = (recipients: number, fewer: Sending): number =>
	((fewer.seconds ?? Infinity) / fewer.recipients) * recipients;

const notTried = ({ recipients, seconds }: Sending): string =>
	seconds === null
		? `not tried, as ${recipients} failed`
		: `not tried, as ${recipients} took ${Math.round(seconds)} s`;

/** Ways that send nothing. */
const SILENT_WAYS: Way[] = ['floor', 'savedFloor', 'expressions'];

const NOTHING = {
	requests: 0,
	accepted: 0,
	seconds: null,
	secondsAboveFloor: null,
	standstill: null,
	peakMemory: null,
};

function aboveFloor(sending: Sending, all: Sending[]): Sending {
	const floorOfWay = sending.way === 'saved' ? 'savedFloor' : 'floor';
	const floor = all.find(
		({ way, recipients }) => way === floorOfWay && recipients === sending.recipients,
	);
	const isFloor = sending.way === 'floor' || sending.way === 'savedFloor';
	if (isFloor || sending.seconds === null || !floor?.seconds) return sending;
	return { ...sending, secondsAboveFloor: sending.seconds - floor.seconds };
}

/** Stores a published workflow for each way; n8n starts them whenever it starts. */
export async function createWorkflows(
	sandbox: InstanceOptions,
	gateway: string,
	ways: Way[],
): Promise<void> {
	const n8n = await startInstance(sandbox);
	const rest = new RestClient(n8n.address);
	await rest.setUpOwner({ email: 'owner@example.com', password: 'Sandbox-Owner-1' });
	const login = {
		service: 'other',
		baseUrl: gateway,
		user: 'demo',
		password: 'demo',
		brand: 'Svc',
	};
	const credential = await rest.createCredential('Gateway', 'messagingGatewayApi', login);
	for (const way of ways) {
		const { id } = await rest.createWorkflow(sendingWorkflow(way, gateway, credential));
		await rest.activate(id);
	}
	await n8n.stop();
}

async function measureCase(
	sandbox: InstanceOptions,
	gateway: CountingGateway,
	way: Way,
	recipients: number,
): Promise<Sending> {
	const node: Interval = { start: Number.NaN, end: Number.NaN };
	const onLine = (line: string): void => {
		if (line.includes('Running node "Send" started')) node.start = performance.now();
		if (line.includes('Running node "Send" finished')) node.end = performance.now();
	};
	const n8n = await startInstance({ ...sandbox, onLine });
	const seconds: number[] = [];
	const found: Sending = { ...NOTHING, way, recipients };
	try {
		await call(n8n, way, WARM_UP_RECIPIENTS);
		while (seconds.length < REPETITIONS && sum(seconds) < SECONDS_OF_REPETITIONS) {
			await gateway.reset();
			node.start = node.end = Number.NaN;
			const health = watchHealth(n8n);
			seconds.push(await call(n8n, way, recipients).finally(() => health.stop()));
			const standstill = longestWithin(node, await health.waits);
			found.standstill = Math.max(found.standstill ?? 0, standstill);
			Object.assign(found, await gateway.counts());
			found.peakMemory ??= peakMemory(n8n.process.id);
		}
		return { ...found, seconds: median(seconds), ...shortfall(found) };
	} catch (error) {
		const counts = await gateway.counts();
		const problem = (error as Error).message;
		return { ...found, ...counts, peakMemory: peakMemory(n8n.process.id), problem };
	} finally {
		await n8n.stop();
	}
}

const sum = (values: number[]): number => values.reduce((total, value) => total + value, 0);

/** A run that ended well all the same may not have sent everything. */
const shortfall = ({ way, accepted, recipients }: Sending): Partial<Sending> =>
	SILENT_WAYS.includes(way) || accepted === recipients
		? {}
		: { seconds: null, problem: `only ${accepted} were accepted` };

/** Has n8n send to so many recipients; gives the seconds until the workflow has ended. */
export async function call(n8n: Instance, way: Way, recipients: number): Promise<number> {
	const start = performance.now();
	const answer = await fetch(`${n8n.address}/webhook/${way}`, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify({ recipients }),
		signal: AbortSignal.timeout(LONGEST_RUN_MINUTES * 60_000),
	}).catch((error: Error) => {
		const isLate = error.name === 'TimeoutError';
		throw new SandboxFailure(
			isLate ? `not ended after ${LONGEST_RUN_MINUTES} minutes` : `n8n broke off: ${error.message}`,
		);
	});
	const text = await answer.text();
	if (!answer.ok) throw new SandboxFailure(`n8n answered ${answer.status}: ${text.slice(0, 200)}`);
	return (performance.now() - start) / 1000;
}

/** Two moments, in the milliseconds of `performance.now()`. */
interface Interval {
	start: number;
	end: number;
}

/** Asks n8n again and again whether it is well: while it stands still, the answer does not come. */
function watchHealth({ address }: Instance): {
	stop: () => void;
	waits: Promise<Interval[]>;
} {
	let isOver = false;
	const watch = async (): Promise<Interval[]> => {
		const waits: Interval[] = [];
		while (!isOver) {
			const start = performance.now();
			// After a long standstill the connection is closed instead of answered.
			await fetch(`${address}/healthz`).then(
				async (answer) => await answer.text(),
				() => undefined,
			);
			waits.push({ start, end: performance.now() });
			await wait(MILLISECONDS_BETWEEN_HEALTH_CHECKS);
		}
		return waits;
	};
	return { stop: () => (isOver = true), waits: watch() };
}

/** The longest of these waits as far as it lies within an interval. */
const longestWithin = (interval: Interval, waits: Interval[]): number =>
	Math.max(
		0,
		...waits.map(({ start, end }) => Math.min(end, interval.end) - Math.max(start, interval.start)),
	);

/** The simulator in this process, where every request to it can be counted: its log forgets. */
export class CountingGateway {
	private requests = 0;

	private constructor(
		private readonly simulator: FastifyInstance,
		readonly address: string,
	) {
		simulator.server.on('request', () => (this.requests += 1));
	}

	static async start(): Promise<CountingGateway> {
		const account = { id: 1001, login: 'demo', password: 'demo', credits: CREDITS };
		const simulator = createSimulator({
			latencyMs: GATEWAY_LATENCY_MILLISECONDS,
			seed: { accounts: [account] },
		});
		await simulator.listen({ host: '127.0.0.1', port: 0 });
		atEnd(async () => await simulator.close());
		const { port } = simulator.server.address() as AddressInfo;
		return new CountingGateway(simulator, `http://127.0.0.1:${port}`);
	}

	/** Forgets what was sent. */
	async reset(): Promise<void> {
		await this.simulator.inject({ method: 'POST', url: '/control/reset' });
		this.requests = 0;
	}

	/** What arrived since: a message of one part costs one credit. */
	async counts(): Promise<Pick<Sending, 'requests' | 'accepted'>> {
		const { requests } = this;
		const answer = await this.simulator.inject({ method: 'GET', url: '/control/accounts' });
		const [account] = answer.json<Array<{ credits: number }>>();
		return { requests, accepted: CREDITS - (account?.credits ?? CREDITS) };
	}
}
