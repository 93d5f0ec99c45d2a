import { sleep } from 'n8n-workflow';

/** The longest time, in milliseconds, that a long list keeps all other work of n8n waiting. */
const LONGEST_TURN = 50;

/** Maps a list, and lets other work of n8n's process run in between. */
export async function mapYielding<Entry, Result>(
	list: Entry[],
	map: (entry: Entry, index: number) => Result,
): Promise<Result[]> {
	const results: Result[] = [];
	let begun = performance.now();
	for (const [index, entry] of list.entries()) {
		if (performance.now() - begun > LONGEST_TURN) {
			await sleep(0);
			begun = performance.now();
		}
		results.push(map(entry, index));
	}
	return results;
}
