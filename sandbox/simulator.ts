import { projectFolder } from './folders';
import { start, type RunningProcess } from './processes';

const START_MILLISECONDS = 30_000;

/** A message as the simulator knows it; simulator/README.md describes all of its fields. */
export interface SimulatedMessage {
	id: string;
	account: string;
	number: string;
	text: string;
	status: string;
	code: number;
	statusAt: string;
	scheduledAt: string | null;
}

/** One request that reached the simulator. */
export interface SimulatedRequest {
	at: string;
	method: string;
	path: string;
	request: unknown;
	answer: { status: number; body: string } | null;
}

/** One account of the simulator. */
export interface SimulatedAccount {
	login: string;
	credits: number;
}

export interface SimulatorOptions {
	/** Any free port when absent. */
	port?: number;
	/** How many times faster than real time its clock runs; 1 when absent. */
	speed?: number;
	/** The path before its endpoints, such as `/api`; none when absent. */
	path?: string;
	/** The zone whose clock its times are on; UTC when absent. */
	timeZone?: string;
	/** The word before its XML element names; Svc when absent. */
	prefix?: string;
	/** The result for a number on the industry Do Not Contact list; INDUSTRYDNC when absent. */
	doNotContactWord?: string;
}

const optionsOf = (options: SimulatorOptions): string[] => [
	`--port=${options.port ?? 0}`,
	`--speed=${options.speed ?? 1}`,
	`--path=${options.path ?? ''}`,
	`--time-zone=${options.timeZone ?? 'UTC'}`,
	`--prefix=${options.prefix ?? 'Svc'}`,
	`--do-not-contact-word=${options.doNotContactWord ?? 'INDUSTRYDNC'}`,
];

/** A running simulator and its control interface. */
export class Simulator {
	private constructor(
		/** Where its page and its control interface are. */
		readonly address: string,
		/** What the credential's Base URL has to be. */
		readonly baseUrl: string,
		readonly process: RunningProcess,
	) {}

	/** Starts a simulator of its own and waits until it answers. */
	static async start(options: SimulatorOptions = {}): Promise<Simulator> {
		const simulator = start({
			name: 'The simulator',
			program: process.execPath,
			args: ['--import', 'tsx', 'simulator/main.ts', ...optionsOf(options)],
			cwd: projectFolder,
		});
		const [, address = ''] = await simulator.waitForLine(
			/Simulator is listening on (http:\S+)/,
			START_MILLISECONDS,
		);
		return new Simulator(address, address + (options.path ?? ''), simulator);
	}

	stop(): Promise<void> {
		return this.process.stop();
	}

	/** Every message it accepted, oldest first. */
	messages(): Promise<SimulatedMessage[]> {
		return this.read('messages');
	}

	/** Every request it got, oldest first. */
	requests(): Promise<SimulatedRequest[]> {
		return this.read('requests');
	}

	/** Its accounts with their credits. */
	accounts(): Promise<SimulatedAccount[]> {
		return this.read('accounts');
	}

	/** Scripts a fault for the next requests to an address, once by default. */
	async fault(path: string, fault: object, times = 1): Promise<void> {
		await this.post('faults', { match: { path }, times, fault });
	}

	/** Changes something through the control interface, e.g. `post('clock', { speed: 60 })`. */
	async post<Answer>(path: string, body: unknown): Promise<Answer> {
		const response = await fetch(`${this.address}/control/${path}`, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		return this.answer<Answer>(path, response);
	}

	private async read<Answer>(path: string): Promise<Answer> {
		return this.answer<Answer>(path, await fetch(`${this.address}/control/${path}`));
	}

	private async answer<Answer>(path: string, response: Response): Promise<Answer> {
		const text = await response.text();
		if (response.ok) return JSON.parse(text) as Answer;
		throw new Error(`The simulator answered /control/${path} with ${response.status}: ${text}`);
	}
}
