import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import { startingItems } from '../../sandbox/execution';
import { pollTimesEvery } from '../../sandbox/pollTimes';
import { Simulator } from '../../sandbox/simulator';
import { say } from './report';
import { setUpStage } from './stage';
import { REPLIES, reply, textedNumbers, timesAsked, TRIGGER, watch } from './triggers';
import { node } from './workflows';

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

interface Setup {
	name: string;
	expected: typeof ONCE_A_MINUTE;
	pollTimes?: IDataObject;
	/** Milliseconds that each answer of the gateway takes, once the workflow is active. */
	delay?: number;
	/** Seconds that each execution takes, in parts that n8n spends in memory. */
	body?: number[];
	/** Milliseconds between two replies. */
	pause?: number;
}

const SETUPS: Setup[] = [
	{ name: 'minute', expected: ONCE_A_MINUTE },
	// The poll that is due meanwhile is left out.
	{ name: 'slow', expected: EVERY_OTHER_MINUTE, delay: 70 * SECONDS, pause: 30 * SECONDS },
	{ name: 'cron', expected: SIX_A_MINUTE, pollTimes: pollTimesEvery(10) },
	{ name: 'body 90', expected: ONCE_A_MINUTE, body: [45, 45], pause: 11 * SECONDS },
	{ name: 'body 240', expected: ONCE_A_MINUTE, body: [60, 60, 60, 60], pause: 11 * SECONDS },
];

const stage = setUpStage();

/** A workflow of the trigger, with a gateway of its own. */
class Trial {
	/** When somebody texted each reply, in milliseconds: its text. */
	private readonly texted: number[] = [];

	private constructor(
		private readonly setup: Setup,
		readonly simulator: Simulator,
		private readonly from: string,
		readonly workflowId: string,
	) {}

	static async start(setup: Setup): Promise<Trial> {
		const { pollTimes = EVERY_MINUTE, delay, body = [] } = setup;
		const simulator = await Simulator.start();
		const [from = ''] = await textedNumbers({ simulator }, 1);
		const { workflowId } = await watch(stage, {
			parameters: { pollTimes },
			login: { baseUrl: simulator.address },
			steps: body.map((amount, index) =>
				node(`Wait ${index}`, 'n8n-nodes-base.wait', {
					resume: 'timeInterval',
					amount,
					unit: 'seconds',
				}),
			),
		});
		if (delay) await simulator.fault(REPLIES, { delayMs: delay }, 1_000);
		return new Trial(setup, simulator, from, workflowId);
	}

	/** Lets people reply. The last minutes are left for what is on its way. */
	async feed(end: number): Promise<void> {
		const { pause = 7 * SECONDS, body = [], delay = 0 } = this.setup;
		const rest = 3 * MINUTES + delay + body.reduce((sum, seconds) => sum + seconds * SECONDS, 0);
		while (Date.now() < end - Math.min(rest, 5 * MINUTES)) {
			const now = Date.now();
			this.texted.push(now);
			await reply(this, { from: this.from, text: String(now) });
			await wait(pause);
		}
		await wait(Math.max(0, end - Date.now()));
	}

	/** Shows what was counted in the time before, and returns what is wrong with it. */
	async outcome(end: number): Promise<string[]> {
		const { name, expected } = this.setup;
		const asked = (await timesAsked(this, REPLIES)).filter(
			(at) => at >= end - DURATION && at < end,
		);
		const gaps = asked.slice(1).map((at, index) => (at - (asked[index] as number)) / SECONDS);
		const arrivals = await this.arrivals();
		const lost = this.texted.filter((text) => !arrivals.has(text)).length;
		const times = [...arrivals.values()].sort((one, other) => one - other);
		const shown = (at: number): string => (times[at] ?? 0).toFixed(1);
		say(
			`${name.padEnd(8)} ${asked.length} requests, gaps ${gaps.map((gap) => gap.toFixed(1)).join(' ')}; ${this.texted.length} replies, ${lost} lost, after ${shown(Math.floor(times.length / 2))} s in the median, ${shown(times.length - 1)} s at most`,
		);
		const { fewest, most, longest } = expected;
		const wrong: string[] = [];
		if (asked.length < fewest || asked.length > most) wrong.push(`${asked.length} requests`);
		if (Math.max(...gaps) > longest) wrong.push(`${Math.max(...gaps)} seconds between two`);
		if (lost > 0) wrong.push(`${lost} lost`);
		return wrong.map((what) => `${name}: ${what}`);
	}

	/** Seconds from each reply to the begin of its execution, by its text. */
	private async arrivals(): Promise<Map<number, number>> {
		const found = new Map<number, number>();
		for (const { id } of await stage.rest.executions(this.workflowId)) {
			const { data, startedAt } = await stage.rest.execution(id);
			for (const { text } of startingItems(data, TRIGGER)) {
				found.set(Number(text), (Date.parse(startedAt) - Number(text)) / SECONDS);
			}
		}
		return found;
	}
}

it(
	'each trigger polls once at each of its times, and has the whole time for it',
	async () => {
		const trials: Trial[] = [];
		for (const setup of SETUPS) trials.push(await Trial.start(setup));
		const end = Date.now() + DURATION;
		const edit = async (): Promise<void> => {
			await wait(DURATION / 2);
			await stage.rest.changeNode(String(trials[0]?.workflowId), TRIGGER, {
				options: { testData: 'live' },
			});
		};
		await Promise.all([...trials.map((trial) => trial.feed(end)), edit()]);
		expect((await Promise.all(trials.map((trial) => trial.outcome(end)))).flat()).toEqual([]);
	},
	DURATION + 5 * MINUTES,
);
