/**
 * Something a person can put right: its message says what happened and what to do.
 * Whatever else is thrown is a mistake in this code and deserves its stack.
 */
export class SandboxFailure extends Error {
	override readonly name = 'SandboxFailure';
}
