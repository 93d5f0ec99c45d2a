import sequencer from '@jest/test-sequencer';

/** Runs test files in the order in which they were named. */
export default class extends sequencer.default {
	sort(tests) {
		return [...tests].sort((a, b) => process.argv.indexOf(a.path) - process.argv.indexOf(b.path));
	}
}
