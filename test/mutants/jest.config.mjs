import config from '../../jest.config.mjs';

const [unit] = config.projects;
const [pattern, [, options]] = Object.entries(unit.transform)[0];

/** The unit tests over code that holds mutants, with MUTANTS as the folder of a run. */
export default {
	...unit,
	rootDir: '../..',
	maxWorkers: config.maxWorkers,
	cacheDirectory: `${process.env.MUTANTS}/cache`,
	testEnvironment: '<rootDir>/test/mutants/environment.mjs',
	testSequencer: '<rootDir>/test/mutants/sequencer.mjs',
	transform: { [pattern]: ['<rootDir>/test/mutants/transform.mjs', options] },
};
