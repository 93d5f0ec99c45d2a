/**
 * A failure that a person can fix: its message says what happened and what to do.
 * Anything else that is thrown is a bug in this code and is shown with its stack.
 */
export class SandboxFailure extends Error {
	override readonly name = 'SandboxFailure';
}
