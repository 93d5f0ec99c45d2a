import type { IDataObject } from 'n8n-workflow';
import { setTimeout as wait } from 'node:timers/promises';
import type { Simulator } from '../../sandbox/simulator';
import { until } from '../../sandbox/until';
import { repeats, say } from './report';
import type { Stage } from './stage';
import {
	reply,
	setStatus,
	stoppedMessages,
	textedNumbers,
	watch,
	type Harvest,
	type WatchSetup,
} from './triggers';

export interface FeederOptions {
	/** Numbers with a message sent to them, since a reply answers one. */
	numbers: string[];
	/** IDs of messages whose statuses change. */
	messages?: string[];
	/** Milliseconds between one or two replies; 100 when absent. */
	pause?: number;
}

/** People who text one or two replies at a time, and messages whose statuses go on changing. */
export class Feeder {
	readonly texts: string[] = [];
	/** The last code of each message. */
	readonly codes = new Map<string, number>();
	private isOn = true;
	private readonly done: Promise<void>;

	constructor(
		readonly simulator: Simulator,
		private readonly options: FeederOptions,
	) {
		this.done = this.feed();
	}

	async stop(): Promise<void> {
		this.isOn = false;
		await this.done;
	}

	private async feed(): Promise<void> {
		const { messages = [], pause = 100 } = this.options;
		for (let round = 0; this.isOn; round++) {
			for (let count = 0; count <= round % 2; count++) await this.text();
			if (messages.length > 0 && round % 5 === 0) await this.change(messages, round / 5);
			await wait(pause);
		}
	}

	private async text(): Promise<void> {
		const { numbers } = this.options;
		const text = `Reply ${this.texts.length + 1}`;
		const from = numbers[this.texts.length % numbers.length] as string;
		await reply(this, { from, text });
		this.texts.push(text);
	}

	/** Each time to a code of its own, so that every change is another one. */
	private async change(messages: string[], turn: number): Promise<void> {
		const id = messages[turn % messages.length] as string;
		await setStatus(this, id, 'SENT', 1000 + turn);
		this.codes.set(id, 1000 + turn);
	}
}

export interface FedSetup extends WatchSetup {
	/** The gateway; that of the stage if absent. */
	simulator?: Simulator;
	/** Messages that are watched: those whose statuses go on changing, and others. */
	moving?: number;
	standing?: number;
	pause?: number;
}

/** Activates a workflow of the trigger, and lets a hundred people text its gateway. */
export async function watchFed(stage: Stage, setup: FedSetup) {
	const { simulator = stage.simulator, moving = 0, standing = 0, pause = 100, ...rest } = setup;
	const numbers = await textedNumbers({ simulator }, 100);
	const messages = await stoppedMessages({ simulator }, standing + moving);
	const parameters = { messageIds: messages.join(','), ...setup.parameters };
	const login = { baseUrl: simulator.address, ...setup.login };
	const harvest = await watch(stage, { ...rest, parameters, login });
	const feeder = new Feeder(simulator, { numbers, messages: messages.slice(standing), pause });
	return { harvest, feeder, standing: messages.slice(0, standing) };
}

/** Waits until the last reply and the last changes are stored, and for what may come twice. */
export async function settle(harvest: Harvest, feeder: Feeder, limit = 60_000): Promise<void> {
	const isThere = async (): Promise<boolean> => {
		await harvest.gather();
		const { lostChanges } = outcomeOf(harvest, feeder);
		const last = feeder.texts.at(-1);
		return lostChanges.length === 0 && harvest.stored().some(({ text }) => text === last);
	};
	await until(isThere, limit).catch(() => say('The last of it did not arrive in time'));
	await wait(10_000);
	await harvest.gather();
}

/** What became of the replies and the last status changes, by what n8n has stored. */
export function outcomeOf(harvest: Harvest, { texts, codes }: Feeder) {
	const of = (event: string) => harvest.stored().filter((item) => item.event === event);
	const unmarked = ({ repeated }: IDataObject): boolean => repeated !== true;
	const textOf = ({ text }: IDataObject): string => String(text);
	const change = ({ messageId, statusCode }: IDataObject) => `${messageId}: ${statusCode}`;
	const replies = of('reply');
	const changes = of('statusChange');
	const arrived = new Set(replies.map(textOf));
	const changed = new Set(changes.map(change));
	return {
		replies: texts.length,
		lost: texts.filter((text) => !arrived.has(text)),
		twiceUnmarked: repeats(replies.filter(unmarked).map(textOf)),
		twice: [...new Set(repeats(replies.map(textOf)))],
		/** Replies that came twice with another ID. */
		changedIds:
			new Set(replies.map((one) => `${textOf(one)} ${String(one.recordId)}`)).size - arrived.size,
		changes: changes.length,
		lostChanges: [...codes]
			.map(([id, code]) => `${id}: ${code}`)
			.filter((one) => !changed.has(one)),
		changesTwiceUnmarked: repeats(changes.filter(unmarked).map(change)),
	};
}
