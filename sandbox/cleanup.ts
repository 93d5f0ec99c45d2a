import { constants } from 'node:os';
import { runInThisContext } from 'node:vm';

type Task = () => Promise<void>;

/** Jest gives its tests a copy of `process` that receives no signals; this is the real one. */
export const thisProcess = runInThisContext('process') as NodeJS.Process;

const tasks = new Set<Task>();
let signalsAreHandled = false;
let interrupted = false;

/**
 * Registers a task to do before this process ends: on failure, on Ctrl+C and at the end.
 * Returns a function that does it now, once, and takes it off the list.
 */
export function atEnd(task: Task): Task {
	let done: Promise<void> | undefined;
	const once = (): Promise<void> => {
		// It stays on the list until it is done, so that `cleanUp` waits for it too.
		done ??= task().finally(() => tasks.delete(once));
		return done;
	};
	tasks.add(once);
	handleSignals();
	return once;
}

/** Does everything registered, the newest first: n8n stops before its folder is removed. */
export async function cleanUp(): Promise<void> {
	for (const task of [...tasks].reverse()) {
		await task().catch((error: unknown) => console.error(error));
	}
}

/** Whether a signal ended this process: what fails after that need not be reported. */
export const wasInterrupted = (): boolean => interrupted;

/** A program that is meant to end with Ctrl+C sets process.exitCode beforehand. */
function handleSignals(): void {
	if (signalsAreHandled) return;
	signalsAreHandled = true;
	for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
		thisProcess.on(signal, () => {
			interrupted = true;
			const code = thisProcess.exitCode ?? 128 + constants.signals[signal];
			void cleanUp().then(() => thisProcess.exit(code));
		});
	}
}
