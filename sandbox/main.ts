import { cleanUp, wasInterrupted } from './cleanup';
import { SandboxFailure } from './failure';

/** Runs a program that uses the sandbox: says what went wrong, and cleans up however it ends. */
export function runMain(main: () => Promise<void>): void {
	void main()
		.catch((error: unknown) => {
			if (wasInterrupted()) return;
			console.error(error instanceof SandboxFailure ? `\n${error.message}` : error);
			process.exitCode = 1;
		})
		.finally(cleanUp);
}
