import { TestEnvironment } from 'jest-environment-node';
import { appendFileSync } from 'node:fs';
import path from 'node:path';

const { MUTANTS: folder, MUTANT: chosen, TESTS: wanted } = process.env;
const mutant = Number(chosen);

/** Turns one mutant on and runs the tests that reach it; without one, notes which tests reach which. */
export default class extends TestEnvironment {
	started = Date.now();
	tests = 0;
	/** The numbers of the tests that reached each mutant; 0 where it was outside of a test. */
	reached = {};
	current = 0;

	constructor(config, context) {
		super(config, context);
		this.file = context.testPath;
		this.wanted = chosen && JSON.parse(wanted)[this.file];
		const note = (id) => void (this.reached[id] ??= new Set()).add(this.current);
		this.global.isMutant = chosen ? (id) => id === mutant : note;
	}

	handleTestEvent({ name, test }) {
		if (name === 'test_start') {
			this.current = this.tests += 1;
			if (this.wanted && !this.wanted.includes(this.current)) test.mode = 'skip';
		}
		if (name === 'test_done') this.current = 0;
		// The first failure finds the mutant: nothing more is run.
		if (chosen && /^(test_fn|hook)_failure$|^error$/.test(name)) {
			process.stdout.write(`FOUND ${this.file} ${test?.name ?? ''}\n`, () => process.exit(1));
		}
	}

	async teardown() {
		const { file, started, reached } = this;
		if (!chosen) {
			const reach = Object.entries(reached).map(([id, tests]) => [id, [...tests]]);
			const line = { file, milliseconds: Date.now() - started, reach: Object.fromEntries(reach) };
			appendFileSync(path.join(folder, 'reach'), `${JSON.stringify(line)}\n`);
		}
		await super.teardown();
	}
}
