import { stat } from 'node:fs/promises';
import { pack } from '../../sandbox/pack';
import { measuringProgram } from './children';
import { median, repeat } from './measuring';
import type { Footprint } from './results';

const PROCESSES = 11;

/** Loads the built nodes in fresh processes, and weighs the package as it is published. */
export async function measureFootprint(): Promise<Footprint> {
	const load = await measuringProgram<null, number>('loading.case');
	const { size } = await stat(await pack());
	return {
		loadMilliseconds: median(await repeat(PROCESSES, async () => await load(null))),
		packSize: size / 1024,
	};
}
