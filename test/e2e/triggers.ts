import type { IDataObject } from 'n8n-workflow';
import { itemsOf, startingItems } from '../../sandbox/execution';
import { pollTimesEvery } from '../../sandbox/pollTimes';
import type { Execution } from '../../sandbox/rest';
import { until } from '../../sandbox/until';
import { text, type Stage } from './stage';
import { chain, gatewayNode, node, TRIGGER_TYPE, type WorkflowNode } from './workflows';

/** The node behind the trigger, where what arrived is looked for. */
export const AFTER = 'After';
export const TRIGGER = 'Trigger';

/** A stage, or another simulator. */
type Simulated = Pick<Stage, 'simulator'>;

/** Where the trigger asks. */
export const REPLIES = '/xmlgetreplies.asp';
export const REPLIES_WITHOUT_SHORT_CODE = '/httpgetreplies.asp';
export const SHORT_CODE_MESSAGES = '/xmlgetscmessages.asp';
export const STATUSES = '/xmlgetstatus.asp';

export interface WatchSetup {
	parameters?: IDataObject;
	/** What runs between the trigger and the node behind it. */
	steps?: WorkflowNode[];
	/** A whole part of 60. */
	secondsBetweenPolls?: number;
	/** What the credential holds beside the address; the simulator's demo account when absent. */
	login?: IDataObject;
}

/** Stores a workflow that the trigger starts, not yet active, and gives its ID. */
export async function createWatch(stage: Stage, setup: WatchSetup = {}): Promise<string> {
	const { parameters = {}, steps = [], secondsBetweenPolls = 2, login = {} } = setup;
	const credential = await stage.credential(login);
	const pollTimes = pollTimesEvery(secondsBetweenPolls);
	const workflow = chain([
		gatewayNode(TRIGGER, { pollTimes, ...parameters }, credential, { type: TRIGGER_TYPE }),
		...steps,
		node(AFTER, 'n8n-nodes-base.noOp'),
	]);
	const { id } = await stage.rest.createWorkflow(workflow);
	return id;
}

/** The same, active. */
export async function watch(stage: Stage, setup: WatchSetup = {}): Promise<Harvest> {
	const id = await createWatch(stage, setup);
	await stage.rest.activate(id);
	return new Harvest(stage, id);
}

/** Gives a file workflows that end with their tests. */
export function watchesOf(stage: Stage) {
	const active: string[] = [];
	afterEach(async () => {
		for (const id of active.splice(0)) await stage.rest.deactivate(id);
	});
	const activate = async (id: string): Promise<Harvest> => {
		await stage.rest.activate(id);
		active.push(id);
		return new Harvest(stage, id);
	};
	const start = async (setup?: WatchSetup): Promise<Harvest> =>
		await activate(await createWatch(stage, setup));
	return { activate, start };
}

/** Statuses of executions that have ended. */
export const OVER = new Set(['success', 'error', 'crashed', 'canceled']);

/** What an active workflow was started with, gathered from its executions. */
export class Harvest {
	private readonly over = new Map<string, Execution>();

	constructor(
		private readonly stage: Stage,
		readonly workflowId: string,
	) {}

	/** Reads what has ended since; n8n 1 lists no more than a hundred executions. */
	async gather(): Promise<void> {
		for (const { id, status } of await this.stage.rest.executions(this.workflowId)) {
			if (this.over.has(id) || !OVER.has(status)) continue;
			const execution = await this.stage.rest.execution(id);
			// n8n 1 sets the status a moment before it stores the data.
			if (execution.data?.resultData) this.over.set(id, execution);
		}
	}

	/** The ended executions, oldest first. */
	executions(mode = 'trigger'): Execution[] {
		return [...this.over.values()]
			.filter((execution) => execution.mode === mode)
			.sort((one, other) => Number(one.id) - Number(other.id));
	}

	/** What came through to the node behind the trigger, oldest first. */
	items(): IDataObject[] {
		return this.executions().flatMap(({ data }) => itemsOf(data, AFTER));
	}

	/** What n8n had stored of the trigger's items, whatever became of the execution. */
	stored(): IDataObject[] {
		return this.executions().flatMap(({ data }) => startingItems(data, TRIGGER));
	}

	/** What failed, in n8n's words. */
	failures(): string[] {
		return this.executions().flatMap(({ status, data }) =>
			status === 'error' ? (data.resultData.error?.message ?? 'no message') : [],
		);
	}

	/** Gathers until so many items came through, or fails. */
	async until(count: number, milliseconds = 30_000): Promise<IDataObject[]> {
		await this.untilThereAre(() => this.items(), count, milliseconds);
		return this.items();
	}

	/** The same for failed executions. */
	async untilFailed(milliseconds = 60_000): Promise<string[]> {
		await this.untilThereAre(() => this.failures(), 1, milliseconds);
		return this.failures();
	}

	private async untilThereAre(
		what: () => unknown[],
		count: number,
		milliseconds: number,
	): Promise<void> {
		await until(async () => {
			await this.gather();
			return what().length >= count;
		}, milliseconds);
	}
}

/** When the gateway was asked at one address, in milliseconds. */
export async function timesAsked({ simulator }: Simulated, address: string): Promise<number[]> {
	const requests = (await simulator.requests()).filter(({ path: asked }) => asked === address);
	return requests.map(({ at }) => Date.parse(at));
}

/** How often the gateway was asked at one address. */
export const asked = async (stage: Simulated, address: string): Promise<number> =>
	(await timesAsked(stage, address)).length;

/** Waits until the gateway was asked so many times more. */
export async function askedAgain(stage: Stage, address: string, times = 1): Promise<void> {
	const before = await asked(stage, address);
	await until(async () => (await asked(stage, address)) >= before + times, 60_000);
}

/** Somebody's answer. */
export interface Reply {
	from: string;
	text: string;
}

/** Somebody answers. */
export const reply = async ({ simulator }: Simulated, { from, text }: Reply): Promise<void> =>
	await simulator.post('replies', { from, text, login: 'demo' });

/** Changes the status of a message. */
export const setStatus = async (
	{ simulator }: Simulated,
	id: string,
	status: string,
	code: number,
): Promise<void> => await simulator.post(`messages/${id}/status`, { status, code });

/** So many of the messages that were sent, whose statuses stand still from now on until they are set. */
export async function stoppedMessages({ simulator }: Simulated, count: number): Promise<string[]> {
	const ids = (await simulator.messages()).slice(0, count).map(({ id }) => id);
	await simulator.post('clock', { speed: 0 });
	for (const id of ids) await setStatus({ simulator }, id, 'NOTFOUND', -1);
	return ids;
}

/** So many numbers, each with a message sent to it, since a reply answers one. */
export async function textedNumbers({ simulator }: Simulated, count: number): Promise<string[]> {
	await simulator.post('seed', { accounts: [{ login: 'demo', credits: 100_000 }] });
	const numbers = Array.from({ length: count }, (_, index) => `2783${1_000_000 + index}`);
	for (let start = 0; start < count; start += 100) {
		await text(simulator, numbers.slice(start, start + 100));
	}
	return numbers;
}

/** The replies in the order of their numbers. */
export const inOrder = (replies: Array<Reply | IDataObject>): Reply[] =>
	(replies as unknown as Reply[])
		.map(({ from, text }) => ({ from, text }))
		.sort((one, other) => Number(one.from) - Number(other.from));
