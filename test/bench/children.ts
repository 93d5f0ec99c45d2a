import { build } from 'esbuild';
import path from 'node:path';
import { projectFolder } from '../../sandbox/folders';
import { run } from '../../sandbox/processes';

/** Where compiled programs lie so that they find the project's libraries. */
const OUTPUT = path.join(projectFolder, 'node_modules', '.cache', 'bench');

/** Flags of Node.js for each measuring process: room for a million recipients, and gc(). */
const FLAGS = ['--expose-gc', '--max-old-space-size=8192'];

/**
 * Compiles a program of this folder, so that no TypeScript loader distorts what it measures.
 *
 * @param name the file in this folder, without its ending
 * @returns runs it in a process of its own, and gives what it printed
 */
export async function measuringProgram<Input, Output>(
	name: string,
): Promise<(input: Input) => Promise<Output>> {
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
	return async (input) => {
		const output = await run({
			name: `${name} ${JSON.stringify(input)}`,
			program: process.execPath,
			args: [...FLAGS, outfile, JSON.stringify(input)],
			cwd: projectFolder,
		});
		return JSON.parse(output) as Output;
	};
}
