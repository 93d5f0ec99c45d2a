/** Checks one file, and whatever tests reach it: `npm run check -- <file> ...`. */
import { spawnSync } from 'node:child_process';

const files = process.argv.slice(2);
if (files.length === 0) {
	process.stderr.write('Name the files to check, as in: npm run check -- simulator/inbox.ts\n');
	process.exit(1);
}
const code = files.filter((file) => /\.[cm]?[jt]s$/.test(file));

run('prettier', '--check', ...files);
if (code.length > 0) {
	run('eslint', ...code);
	run('tsc', '--noEmit');
	run('jest', '--passWithNoTests', '--findRelatedTests', ...code);
}

/** Ends this program if the command finds something. */
function run(command, ...options) {
	const { status } = spawnSync('npx', ['--no-install', command, ...options], {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (status !== 0) process.exit(status ?? 1);
}
