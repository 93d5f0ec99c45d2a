import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from '../../sandbox/folders';
import { run, start } from '../../sandbox/processes';
import type { Mutant } from './mutants';
import { withMutants } from './mutations';

/** Milliseconds without the end of a test file after which a mutant has made an endless loop. */
const PATIENCE = 60_000;

interface TestFile {
	file: string;
	milliseconds: number;
	/** The numbers of the tests that reach each mutant; among them 0 for all, as it is loaded. */
	reach: Record<number, number[]>;
}

/** The unit tests over code that holds all mutants, at most one of them turned on. */
export class UnitTests {
	private readonly mutated: string[];
	private files: TestFile[] = [];
	/** How many mutants of a file each test file has found. */
	private readonly finds = new Map<string, number>();

	/** @param folder an empty one for what the runs share */
	constructor(
		private readonly folder: string,
		mutants: Mutant[],
	) {
		this.mutated = [...new Set(mutants.map(({ file }) => file))];
		const texts = this.mutated.map((file) => {
			const full = path.join(projectFolder, file);
			const inside = mutants.filter((mutant) => mutant.file === file);
			return [full, withMutants(readFileSync(full, 'utf8'), inside)];
		});
		writeFileSync(path.join(folder, 'texts.json'), JSON.stringify(Object.fromEntries(texts)));
	}

	/** Runs all of them with no mutant on, and learns which test file reaches which mutant. */
	async readReach(): Promise<void> {
		await run(this.jest(['--findRelatedTests', ...this.mutated], {}));
		const lines = readFileSync(path.join(this.folder, 'reach'), 'utf8').trim().split('\n');
		this.files = lines.map((line) => JSON.parse(line) as TestFile);
	}

	/** Whether a test fails, or never ends, with this mutant on. */
	async find({ id, file }: Mutant): Promise<boolean> {
		const files = this.files.filter(({ reach }) => reach[id]);
		if (files.length === 0) return false;
		const order = this.inOrder(files, file);
		const tests = files
			.filter(({ reach }) => !reach[id]?.includes(0))
			.map((each) => [each.file, each.reach[id]]);
		let alive = Date.now();
		const jest = start({
			...this.jest(['--runInBand', '--runTestsByPath', ...order], {
				MUTANT: String(id),
				TESTS: JSON.stringify(Object.fromEntries(tests)),
			}),
			onLine: (line) => {
				alive = Date.now();
				const [, test] = /^FOUND (\S+)/.exec(line) ?? [];
				if (test) this.finds.set(`${file} ${test}`, (this.finds.get(`${file} ${test}`) ?? 0) + 1);
			},
		});
		const timer = setInterval(() => {
			if (Date.now() - alive > PATIENCE) void jest.kill();
		}, 1000);
		const code = await jest.ended;
		clearInterval(timer);
		return code !== 0;
	}

	/** The test file with the same path first, then those that found most in this file, then the fastest. */
	private inOrder(files: TestFile[], mutated: string): string[] {
		const namesake = mutated
			.replace(/^nodes\/MessagingGateway|^credentials/, 'test')
			.replace(/\.ts$/, '.test.ts');
		const rank = ({ file }: TestFile): number =>
			file.endsWith(namesake) ? -Infinity : -(this.finds.get(`${mutated} ${file}`) ?? 0);
		return [...files]
			.sort((a, b) => rank(a) - rank(b) || a.milliseconds - b.milliseconds)
			.map(({ file }) => file);
	}

	private jest(args: string[], environment: NodeJS.ProcessEnv) {
		const config = path.join(__dirname, 'jest.config.mjs');
		return {
			name: 'jest',
			program: process.execPath,
			args: [require.resolve('jest/bin/jest'), '--config', config, ...args],
			cwd: projectFolder,
			environment: { ...process.env, MUTANTS: this.folder, ...environment },
		};
	}
}
