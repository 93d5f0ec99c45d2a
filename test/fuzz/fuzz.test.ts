import fc from 'fast-check';
import { PROPERTIES } from './properties';

/** Always the same answers, so that a failure is one of the change at hand; `npm run fuzz` tries others. */
const SEED = 20261120;
const RUNS = 1500;
const LIMIT_MILLISECONDS = 20_000;

it.each(PROPERTIES)(
	'whatever the gateway answers: $name',
	async ({ property }) => {
		await fc.assert(property, {
			seed: SEED,
			numRuns: RUNS,
			interruptAfterTimeLimit: LIMIT_MILLISECONDS,
		});
	},
	2 * LIMIT_MILLISECONDS,
);
