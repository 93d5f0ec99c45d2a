import type { IExecuteFunctions, NodeExecutionHint } from 'n8n-workflow';

/**
 * Shows hints above the items. Never throws: after a request that changed something, an error would lose
 * its results, and older versions of n8n and tools have no hints.
 */
export function addHints(context: IExecuteFunctions, make: () => NodeExecutionHint[]): void {
	try {
		context.addExecutionHints?.(...make());
	} catch {
		// The items hold the same information.
	}
}
