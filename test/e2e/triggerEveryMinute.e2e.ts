import type { IDataObject } from 'n8n-workflow';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startingItems } from '../../sandbox/execution';
import { pollTimesEvery } from '../../sandbox/pollTimes';
import { setUpStage } from './stage';
import { TRIGGER } from './triggers';
import { chain, gatewayNode, node, TRIGGER_TYPE } from './workflows';

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
const DURATION = 10 * MINUTES;
const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

/**
 * Fewest and most requests in the ten minutes, and most seconds between two. A poll that is left out or made
 * twice each time is outside of these; a machine that does something else for half a minute is not.
 */
const ONCE_A_MINUTE = { fewest: 9, most: 13, longest: 90 };
const EVERY_OTHER_MINUTE = { fewest: 4, most: 6, longest: 150 };
const SIX_A_MINUTE = { fewest: 50, most: 62, longest: 45 };

const stage = setUpStage();
const say = (line: string): boolean => process.stdout.write(`${line}\n`);

/** A gateway that returns each reply once, some time after it was asked. */
class Gateway {
	/** When it was asked, in milliseconds. */
	readonly asked: number[] = [];
	/** When somebody texted each reply, in milliseconds. */
	readonly texted = new Map<string, number>();
	private waiting: string[] = [];
	private readonly server = createServer((request, response) => {
		this.asked.push(Date.now());
		const records = this.waiting.map(
			(text) =>
				`<Reply><CLI>27821111111</CLI><DateReceived>202611200815</DateReceived><Message>${text}</Message><SentMessageID>77</SentMessageID></Reply>`,
		);
		this.waiting = [];
		request.resume();
		setTimeout(() => {
			response.end(`<XMLGateway_Replies>${records.join('')}</XMLGateway_Replies>`);
		}, this.delay);
	});

	/** Milliseconds that each answer takes. */
	delay = 0;

	private constructor() {}

	static async start(): Promise<Gateway> {
		const gateway = new Gateway();
		gateway.server.listen(0, '127.0.0.1').unref();
		await once(gateway.server, 'listening');
		return gateway;
	}

	get baseUrl(): string {
		return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
	}

	text(): void {
		const text = `Reply ${this.texted.size + 1}`;
		this.texted.set(text, Date.now());
		this.waiting.push(text);
	}
}

interface Setup {
	expected: typeof ONCE_A_MINUTE;
	pollTimes?: IDataObject;
	/** Milliseconds that each answer of the gateway takes, once the workflow is active. */
	delay?: number;
	/** Seconds that each execution takes, in parts that n8n spends in memory. */
	body?: number[];
	/** Milliseconds between two replies. */
	pause?: number;
}

/** A workflow of the trigger that runs for the whole time, while people reply. */
class Trial {
	private constructor(
		readonly gateway: Gateway,
		readonly workflowId: string,
		readonly setup: Setup,
	) {}

	static async start(setup: Setup): Promise<Trial> {
		const { pollTimes = EVERY_MINUTE, delay = 0, body = [] } = setup;
		const gateway = await Gateway.start();
		const credential = await stage.credential({ baseUrl: gateway.baseUrl });
		const waits = body.map((amount, index) =>
			node(`Wait ${index}`, 'n8n-nodes-base.wait', {
				resume: 'timeInterval',
				amount,
				unit: 'seconds',
			}),
		);
		const trigger = gatewayNode(TRIGGER, { pollTimes }, credential, { type: TRIGGER_TYPE });
		const { id } = await stage.rest.createWorkflow(chain([trigger, ...waits]));
		await stage.rest.activate(id);
		gateway.delay = delay;
		return new Trial(gateway, id, setup);
	}

	/** Lets people reply. The last minutes are left for what is on its way. */
	async feed(end: number): Promise<void> {
		const { pause = 7 * SECONDS, body = [], delay = 0 } = this.setup;
		const rest = 3 * MINUTES + delay + body.reduce((sum, seconds) => sum + seconds * SECONDS, 0);
		while (Date.now() < end - Math.min(rest, 5 * MINUTES)) {
			this.gateway.text();
			await wait(pause);
		}
		await wait(Math.max(0, end - Date.now()));
	}

	/** Seconds from each reply to the begin of its execution, by its text. */
	async arrivals(): Promise<Map<string, number>> {
		const found = new Map<string, number>();
		for (const { id } of await stage.rest.executions(this.workflowId)) {
			const { data, startedAt } = await stage.rest.execution(id);
			for (const { text } of startingItems(data, TRIGGER) as Array<{ text: string }>) {
				const texted = this.gateway.texted.get(text) as number;
				found.set(text, (Date.parse(startedAt) - texted) / SECONDS);
			}
		}
		return found;
	}
}

it(
	'each trigger polls once at each of its times, and has the whole time for it',
	async () => {
		const trials = {
			minute: await Trial.start({ expected: ONCE_A_MINUTE }),
			// The poll that is due meanwhile is left out.
			slow: await Trial.start({
				expected: EVERY_OTHER_MINUTE,
				delay: 70 * SECONDS,
				pause: 30 * SECONDS,
			}),
			cron: await Trial.start({ expected: SIX_A_MINUTE, pollTimes: pollTimesEvery(10) }),
			body90: await Trial.start({
				expected: ONCE_A_MINUTE,
				body: [45, 45],
				pause: 11 * SECONDS,
			}),
			body240: await Trial.start({
				expected: ONCE_A_MINUTE,
				body: [60, 60, 60, 60],
				pause: 11 * SECONDS,
			}),
		};
		const end = Date.now() + DURATION;
		const edit = async (): Promise<void> => {
			await wait(DURATION / 2);
			const { workflowId } = trials.minute;
			await stage.rest.changeNode(workflowId, TRIGGER, { testData: 'live' });
		};
		await Promise.all([...Object.values(trials).map((trial) => trial.feed(end)), edit()]);
		const wrong: string[] = [];
		for (const [name, trial] of Object.entries(trials)) {
			const { asked, texted } = trial.gateway;
			const counted = asked.filter((at) => at >= end - DURATION && at < end);
			const gaps = counted.slice(1).map((at, index) => (at - (counted[index] as number)) / SECONDS);
			const arrivals = await trial.arrivals();
			const times = [...arrivals.values()].sort((one, other) => one - other);
			const shown = (at: number): string => (times[at] ?? 0).toFixed(1);
			say(
				`${name.padEnd(8)} ${counted.length} requests, gaps ${gaps.map((gap) => gap.toFixed(1)).join(' ')}; ${texted.size} replies, ${arrivals.size} arrived, after ${shown(Math.floor(times.length / 2))} s in the median, ${shown(times.length - 1)} s at most`,
			);
			const { fewest, most, longest } = trial.setup.expected;
			if (counted.length < fewest || counted.length > most) {
				wrong.push(`${name}: ${counted.length} requests`);
			}
			if (Math.max(...gaps) > longest) wrong.push(`${name}: ${Math.max(...gaps)} seconds`);
			const lost = [...texted.keys()].filter((text) => !arrivals.has(text));
			if (lost.length > 0) wrong.push(`${name}: lost ${lost.join(', ')}`);
		}
		expect(wrong).toEqual([]);
	},
	DURATION + 5 * MINUTES,
);
