import fc from 'fast-check';
import { runs, thorough } from '../support/runs';
import { PROPERTIES } from './properties';

/** A fixed seed, so that a failure comes from the current change; thorough tests try others. */
const SEED = 20261120;
const RUNS = runs(3000);
const LIMIT_MILLISECONDS = 20_000;

it.each(PROPERTIES)(
	'whatever the gateway answers: $name',
	async ({ property }) => {
		await fc.assert(property, {
			...(!thorough && { seed: SEED }),
			numRuns: RUNS,
			interruptAfterTimeLimit: LIMIT_MILLISECONDS,
		});
	},
	2 * LIMIT_MILLISECONDS,
);
