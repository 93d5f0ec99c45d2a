import { readFile } from 'node:fs/promises';
import type { Seed } from './seed';
import { createSimulator } from './simulator';

/**
 * Reads a seed from a JSON file. It is tried on a temporary simulator first, so that a file is
 * checked just as `POST /control/seed` checks its body.
 *
 * @throws Error whose message says what is wrong with the file
 */
export async function readSeedFile(file: string): Promise<Seed> {
	const payload = await readFile(file, 'utf8').catch((error: Error) => {
		throw new Error(`the seed could not be read: ${error.message}`);
	});
	const trial = createSimulator({ seed: {} });
	const answer = await trial.inject({
		method: 'POST',
		url: '/control/seed',
		headers: { 'content-type': 'application/json' },
		payload,
	});
	if (answer.statusCode !== 200) {
		throw new Error(`the seed in ${file} was refused: ${answer.json().message}`);
	}
	return JSON.parse(payload) as Seed;
}
