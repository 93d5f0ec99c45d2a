import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { randomUUID } from 'node:crypto';
import {
	failed,
	success,
	type Connection,
} from '../../nodes/MessagingGateway/gateway/exchange/exchange';
import { failure } from '../../nodes/MessagingGateway/gateway/exchange/failures';
import { query } from '../../nodes/MessagingGateway/gateway/interfaces/query/query';
import type {
	GatewayInterface,
	OutgoingMessage,
} from '../../nodes/MessagingGateway/gateway/interfaces/interface';
import { inBatches } from '../../nodes/MessagingGateway/gateway/specification/lists';
import { answer, connected, parametersOf } from './answers';
import { ProcessedStore, type Call } from './store';

/** What the gateway does with a request: see `World.connectionOf`. */
export type Fate = 'accepted' | 'brokenAfter' | 'brokenBefore' | 'refused' | 'unreachable';

/** A process of n8n. */
export interface Process {
	name: string;
	/** No process of another world has it. */
	id: string;
	isKilled: boolean;
}

/** Messages in one request of a world. */
export const MESSAGES_OF_A_REQUEST = 3;

/** The query interface, with fewer messages a request. */
const small: GatewayInterface = {
	...query,
	send: { ...query.send, split: (messages) => inBatches(messages, MESSAGES_OF_A_REQUEST) },
};

/** A pseudo-random number from 0 to below 1, the same for each seed. */
export function random(seed: number): () => number {
	let state = seed;
	// The algorithm of mulberry32.
	return () => {
		state = (state + 0x6d2b79f5) | 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
	};
}

/**
 * Runs of a node over one store and one gateway. Every step of a run (a moment of a call of the store, the
 * way of a request there and back, a second of waiting) is taken when its turn comes, at random.
 */
export class World {
	readonly store = new ProcessedStore();
	readonly gateway = { interface: small };
	/** How often the gateway accepted a message, by its key. */
	readonly accepted = new Map<string, number>();
	/** Whether a request began after its run was cancelled, or had an answer in doubt. */
	begunTooLate = false;
	private readonly waiting: Array<{ process: Process; go: () => void }> = [];

	constructor(
		private readonly next: () => number,
		/** The chance that a call of the store fails at a moment. */
		private readonly faults: number,
		private readonly fates: Fate[],
		private readonly failing: Call[] = ['claim', 'count', 'release'],
	) {
		this.store.pause = async (_, name, call) => {
			await this.step(this.process(name));
			if (this.failing.includes(call) && this.next() < this.faults)
				throw new Error('Connection terminated unexpectedly');
		};
	}

	private readonly processes = new Map<string, Process>();

	process(name: string): Process {
		const known = this.processes.get(name) ?? { name, id: randomUUID(), isKilled: false };
		this.processes.set(name, known);
		return known;
	}

	/** Waits for its turn, for ever in a process that is killed. */
	async step(process: Process): Promise<void> {
		await new Promise<void>((go) => this.waiting.push({ process, go }));
	}

	/** Takes one step after the other until none is left. */
	async live(onStep: (step: number) => void = () => undefined): Promise<void> {
		for (let step = 0; ; step += 1) {
			await new Promise(setImmediate);
			const alive = this.waiting.filter(({ process }) => !process.isKilled);
			const chosen = alive[Math.floor(this.next() * alive.length)];
			if (!chosen) return;
			this.waiting.splice(this.waiting.indexOf(chosen), 1);
			chosen.go();
			onStep(step);
		}
	}

	/** Carries a request to the gateway and its answer back. */
	connectionOf(process: Process, signal: AbortSignal): Connection {
		let isInDoubt = false;
		return connected(async (request) => {
			this.begunTooLate ||= isInDoubt || signal.aborted;
			const { numbers = '', message = '' } = parametersOf(request);
			const fate = this.fates[Math.floor(this.next() * this.fates.length)] ?? 'accepted';
			if (fate === 'unreachable') return failed(failure('connectionRefused'));
			await this.step(process);
			const isTaken = fate === 'accepted' || fate === 'brokenAfter';
			const values = numbers.split(';').map((number) => {
				if (!isTaken || this.next() < 0.1) return `${number}=BADDEST`;
				const key = JSON.stringify([message, number]);
				this.accepted.set(key, (this.accepted.get(key) ?? 0) + 1);
				return `${number}=101`;
			});
			await this.step(process);
			if (fate === 'brokenAfter' || fate === 'brokenBefore') {
				isInDoubt = true;
				return failed(failure('connectionBroken'));
			}
			return success(answer(`${values.join('&')}&`));
		});
	}

	/** What n8n gives an execution. */
	contextOf(process: Process, signal: AbortSignal): IExecuteFunctions {
		const memory: IDataObject = {};
		return {
			helpers: this.store.helpersOf(process.name),
			getContext: () => memory,
			// Only steps of one process wait for each other.
			getWorkflow: () => ({ id: process.id }),
			getNode: () => ({ id: 'node', name: 'Gateway' }),
			getExecutionCancelSignal: () => signal,
			addExecutionHints: () => undefined,
		} as unknown as IExecuteFunctions;
	}
}

/** Messages of a list, each with a text of one request and its key. */
export const messagesFor = (numbers: string[], reference: string): OutgoingMessage[] =>
	numbers.map((number) => ({
		number,
		text: reference,
		schedule: null,
		key: JSON.stringify([reference, number]),
	}));
