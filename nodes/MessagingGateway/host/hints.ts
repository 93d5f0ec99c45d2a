import type { IExecuteFunctions } from 'n8n-workflow';

/** A sentence to be shown above the items; undefined if there is nothing to say. */
export type Hint = string | undefined;

/** More of them would cover the output. */
const MOST_SHOWN = 4;

const sentences = new WeakMap<IExecuteFunctions, string[]>();

/** Adds hints, the most important first. Never throws: after a send an error would lose its results. */
export function addHints(context: IExecuteFunctions, make: () => Hint[]): void {
	try {
		const more = make().filter((hint) => hint !== undefined);
		sentences.set(context, [...(sentences.get(context) ?? []), ...more]);
	} catch {
		// The items hold the same information.
	}
}

/** Takes the hints to be shown for a run: the first that were added. */
export function takeHints(context: IExecuteFunctions): string[] {
	const taken = sentences.get(context) ?? [];
	sentences.delete(context);
	return taken.slice(0, MOST_SHOWN);
}
