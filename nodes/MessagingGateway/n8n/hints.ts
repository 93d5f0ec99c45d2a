import type { IExecuteFunctions } from 'n8n-workflow';

/**
 * Shows sentences above the items. Never throws: after a request that changed something, an error would
 * lose its results, and older versions of n8n and tools have no hints.
 */
export function addHints(context: IExecuteFunctions, make: () => string[]): void {
	try {
		const hints = make().map(
			(message) => ({ message, type: 'warning', location: 'outputPane' }) as const,
		);
		context.addExecutionHints?.(...hints);
	} catch {
		// The items hold the same information.
	}
}
