import { TestEnvironment } from 'jest-environment-node';
import { readFileSync } from 'node:fs';

const say = (word, id, then) => process.stdout.write(`${word} ${id}\n`, then);

/**
 * Runs each test once with each of the mutants that it reaches, so that the code is loaded only once.
 * A test that fails runs again without a mutant: if it fails then too, an earlier run has left something
 * behind, and it cannot be repeated in one process.
 */
export default class extends TestEnvironment {
	/** The numbers of the tests that reach each mutant. */
	reach = new Map(JSON.parse(readFileSync(process.env.TOGETHER, 'utf8')));
	tests = 0;
	mutant = 0;
	hasFailed = false;

	constructor(config, context) {
		super(config, context);
		this.global.isMutant = (id) => id === this.mutant;
	}

	handleTestEvent({ name, test }) {
		if (name === 'test_start') this.start(test);
		if (/^(test_fn|hook)_failure$|^error$/.test(name)) this.hasFailed = true;
		if (name === 'test_done') return this.judge(test);
	}

	start(test) {
		this.hasFailed = false;
		if (test.isRepeated) {
			this.mutant = test.mutant;
			if (test.mutant) say('AT', test.mutant);
			return;
		}
		this.tests += 1;
		const reaching = [...this.reach].filter(([, numbers]) => numbers.includes(this.tests));
		const repetitions = reaching.map(([mutant]) =>
			repetition(test, { mutant, number: this.tests }),
		);
		addBehind(test, ...repetitions);
		test.mode = 'skip';
	}

	judge(test) {
		this.mutant = 0;
		test.errors = [];
		if (test.mutant) {
			if (this.hasFailed) addBehind(test, repetition(test, { mutant: 0, suspect: test.mutant }));
			return;
		}
		if (this.hasFailed)
			return new Promise(() => say('LEFTOVER', test.number, () => process.exit(1)));
		say('FOUND', test.suspect);
		this.reach.delete(test.suspect);
	}
}

const repetition = (test, more) => ({ ...test, errors: [], isRepeated: true, ...more });

function addBehind(test, ...others) {
	const { children } = test.parent;
	children.splice(children.indexOf(test) + 1, 0, ...others);
}
