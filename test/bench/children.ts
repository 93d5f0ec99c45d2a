import { build } from 'esbuild';
import path from 'node:path';
import { projectFolder } from '../../sandbox/folders';
import { run } from '../../sandbox/processes';

/** Where compiled programs lie so that they find the project's libraries. */
const OUTPUT = path.join(projectFolder, 'node_modules', '.cache', 'bench');

/** Flags of Node.js for each measuring process: room for a million recipients, and gc(). */
const FLAGS = ['--expose-gc', '--max-old-space-size=8192'];

/** A program of this folder, compiled so that no TypeScript loader distorts what it measures. */
export class MeasuringProgram<Input, Output> {
	private constructor(
		private readonly file: string,
		private readonly flags: string[],
	) {}

	/**
	 * @param name the file in this folder, without its ending
	 * @param profiles a folder for CPU profiles, one a process
	 */
	static async compile<Input, Output>(
		name: string,
		profiles?: string,
	): Promise<MeasuringProgram<Input, Output>> {
		const outfile = path.join(OUTPUT, `${name}.js`);
		await build({
			entryPoints: [path.join(__dirname, `${name}.ts`)],
			outfile,
			bundle: true,
			packages: 'external',
			platform: 'node',
			format: 'cjs',
			logLevel: 'warning',
		});
		const profiling = profiles ? ['--cpu-prof', `--cpu-prof-dir=${path.resolve(profiles)}`] : [];
		return new MeasuringProgram(outfile, [...FLAGS, ...profiling]);
	}

	/** Runs it in a process of its own; gives what it printed. */
	async run(input: Input): Promise<Output> {
		const output = await run({
			name: `${path.basename(this.file)} ${JSON.stringify(input)}`,
			program: process.execPath,
			args: [...this.flags, this.file, JSON.stringify(input)],
			cwd: projectFolder,
		});
		return JSON.parse(output) as Output;
	}
}
