import { spawn, type ChildProcess } from 'node:child_process';
import { createInterface } from 'node:readline';
import { atEnd, thisProcess } from './cleanup';
import { SandboxFailure } from './failure';

const GRACE_MILLISECONDS = 4_000;
const TAIL_LINES = 40;

export interface Command {
	/** Its name in messages, e.g. 'n8n'. */
	name: string;
	program: string;
	args: string[];
	cwd?: string;
	/** The whole environment; that of this process when absent. */
	environment?: NodeJS.ProcessEnv;
	/** How long it may take to end when asked; a few seconds when absent. */
	graceMilliseconds?: number;
	/** Called with each line of output, from either stream. */
	onLine?: (line: string) => void;
}

/** A program that runs until it is stopped, or until this process ends, whichever comes first. */
export class RunningProcess {
	readonly output: string[] = [];
	readonly standardOutput: string[] = [];
	hasEnded = false;
	/** Resolves with the exit code, null when a signal ended it; never rejects. */
	readonly ended: Promise<number | null>;
	/** The system's number for it; 0 when it could not be started. */
	readonly id: number;
	/** Asks it to end, kills it after a few seconds, and waits until it is gone. */
	readonly stop: () => Promise<void>;
	private readonly child: ChildProcess;
	private readonly listeners = new Set<(line: string) => void>();

	constructor(private readonly command: Command) {
		this.child = spawn(command.program, command.args, {
			cwd: command.cwd,
			env: command.environment ?? process.env,
			stdio: ['ignore', 'pipe', 'pipe'],
			// A process group of its own, so that its children end with it.
			detached: process.platform !== 'win32',
		});
		this.id = this.child.pid ?? 0;
		if (command.onLine) this.listeners.add(command.onLine);
		this.collect(this.child.stdout, this.standardOutput);
		this.collect(this.child.stderr);
		this.ended = new Promise((resolve) => {
			this.child.once('error', (error) => {
				this.output.push(error.message);
				resolve(null);
			});
			this.child.once('close', resolve);
		});
		const killAtExit = () => this.signal('SIGKILL');
		thisProcess.once('exit', killAtExit);
		this.stop = atEnd(() => this.terminate());
		void this.ended.then(() => {
			this.hasEnded = true;
			thisProcess.off('exit', killAtExit);
			void this.stop();
		});
	}

	/** The last lines it wrote, for the end of a message. */
	lastLines(): string {
		const lines = this.output.slice(-TAIL_LINES).map((line) => `    ${line}`);
		return [`The last lines of ${this.command.name} were:`, ...lines].join('\n');
	}

	/**
	 * Resolves with the match as soon as a line matches; throws when the process ends first or
	 * the time is up, with the last lines it wrote.
	 */
	waitForLine(pattern: RegExp, milliseconds: number): Promise<RegExpMatchArray> {
		return new Promise((resolve, reject) => {
			const fail = (what: string): void =>
				reject(new SandboxFailure(`${this.command.name} ${what}. ${this.lastLines()}`));
			setTimeout(fail, milliseconds, 'was not ready in time').unref();
			const look = (line: string): void => {
				const match = line.match(pattern);
				if (match) resolve(match);
			};
			void this.ended.then(() => fail('ended before it was ready'));
			this.output.forEach(look);
			this.listeners.add(look);
		});
	}

	/** Ends it without asking, as a power cut would, and waits until it is gone. */
	async kill(): Promise<void> {
		this.signal('SIGKILL');
		await this.ended;
	}

	private collect(stream: NodeJS.ReadableStream | null, also?: string[]): void {
		if (!stream) return;
		createInterface({ input: stream }).on('line', (line) => {
			this.output.push(line);
			also?.push(line);
			for (const listener of this.listeners) listener(line);
		});
	}

	private async terminate(): Promise<void> {
		this.signal('SIGTERM');
		const grace = this.command.graceMilliseconds ?? GRACE_MILLISECONDS;
		const late = setTimeout(() => this.signal('SIGKILL'), grace);
		await this.ended;
		clearTimeout(late);
		// What it started may still run.
		this.signal('SIGKILL');
	}

	private signal(signal: NodeJS.Signals): void {
		const { pid } = this.child;
		if (pid === undefined) return;
		try {
			if (process.platform === 'win32') this.child.kill(signal);
			else process.kill(-pid, signal);
		} catch {
			// It has ended already.
		}
	}
}

/** Starts a program that keeps running. */
export function start(command: Command): RunningProcess {
	return new RunningProcess(command);
}

/** Runs a program to its end and returns its standard output; throws when it fails. */
export async function run(command: Command): Promise<string> {
	const started = start(command);
	const code = await started.ended;
	if (code === 0) return started.standardOutput.join('\n');
	throw new SandboxFailure(
		`${command.name} failed (exit code ${code ?? 'none'}). ${started.lastLines()}`,
	);
}
