import type { IExecuteFunctions } from 'n8n-workflow';

/** A sentence to be shown above the items; undefined if there is nothing to say. */
export type Hint = string | undefined;

/**
 * Shows hints above the items. Never throws: after a request that changed something, an error would lose
 * its results, and older versions of n8n and tools have no hints.
 */
export function addHints(context: IExecuteFunctions, make: () => Hint[]): void {
	try {
		const hints = make()
			.filter((hint) => hint !== undefined)
			.map((message) => ({ message, type: 'warning', location: 'outputPane' }) as const);
		context.addExecutionHints?.(...hints);
	} catch {
		// The items hold the same information.
	}
}
