import type { IDataObject } from 'n8n-workflow';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startingItems } from '../../sandbox/execution';
import { pollTimesEvery } from '../../sandbox/pollTimes';
import { setUpStage, type Stage } from './stage';
import { TRIGGER } from './triggers';
import { chain, gatewayNode, node, TRIGGER_TYPE } from './workflows';

const SECONDS = 1_000;
const MINUTES = 60 * SECONDS;
const DURATION = 10 * MINUTES;
const EVERY_MINUTE = { item: [{ mode: 'everyMinute' }] };

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

	/** Seconds between one request and the next. */
	get gaps(): number[] {
		return this.asked.slice(1).map((at, index) => (at - (this.asked[index] as number)) / SECONDS);
	}
}

interface Setup {
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
		private readonly setup: Setup,
	) {}

	static async start(stage: Stage, setup: Setup): Promise<Trial> {
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
		const rest = 2 * MINUTES + delay + body.reduce((sum, seconds) => sum + seconds * SECONDS, 0);
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
			minute: await Trial.start(stage, {}),
			slow: await Trial.start(stage, { delay: 70 * SECONDS, pause: 30 * SECONDS }),
			cron: await Trial.start(stage, { pollTimes: pollTimesEvery(10) }),
			body90: await Trial.start(stage, { body: [45, 45], pause: 11 * SECONDS }),
			body240: await Trial.start(stage, { body: [60, 60, 60, 60], pause: 11 * SECONDS }),
		};
		const end = Date.now() + DURATION;
		const edit = async (): Promise<void> => {
			await wait(DURATION / 2);
			const { workflowId } = trials.minute;
			await stage.rest.changeNode(workflowId, TRIGGER, { testData: 'live' });
		};
		await Promise.all([...Object.values(trials).map((trial) => trial.feed(end)), edit()]);
		const lost: string[] = [];
		for (const [name, trial] of Object.entries(trials)) {
			const { asked, gaps, texted } = trial.gateway;
			const arrivals = await trial.arrivals();
			const times = [...arrivals.values()].sort((one, other) => one - other);
			const shown = (at: number): string => (times[at] ?? 0).toFixed(1);
			lost.push(...[...texted.keys()].filter((text) => !arrivals.has(text)));
			say(
				`${name.padEnd(8)} ${asked.length} requests, gaps ${gaps.map((gap) => gap.toFixed(1)).join(' ')}; ${texted.size} replies, ${arrivals.size} arrived, after ${shown(Math.floor(times.length / 2))} s in the median, ${shown(times.length - 1)} s at most`,
			);
		}
		expect(lost).toEqual([]);
		const { minute, slow, cron, body90, body240 } = trials;
		// After the activation and around the edit: each activation has other seconds.
		expect(minute.gateway.gaps.filter((gap) => gap < 45).length).toBeLessThanOrEqual(3);
		for (const { gateway } of [minute, body90, body240]) {
			expect(Math.max(...gateway.gaps)).toBeLessThan(75);
			expect(gateway.asked.length).toBeLessThanOrEqual(13);
		}
		// The poll that is due meanwhile is left out.
		expect(Math.min(...slow.gateway.gaps.slice(1))).toBeGreaterThan(100);
		expect(Math.min(...cron.gateway.gaps.slice(1))).toBeGreaterThan(5);
		expect(Math.max(...cron.gateway.gaps)).toBeLessThan(20);
	},
	DURATION + 5 * MINUTES,
);
