/** Checks files, code or pages, with the tests that reach them: `npm run check -- <file> ...`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const files = process.argv.slice(2);
if (files.length === 0) {
	process.stderr.write(
		'Name the files to check, as in: npm run check -- simulator/inbox.ts docs/trigger.md\n',
	);
	process.exit(1);
}
const code = files.filter((file) => /\.[cm]?[jt]s$/.test(file));
const others = files.filter((file) => !code.includes(file));

run('prettier', '--check', '--ignore-unknown', ...files);
if (code.length > 0) {
	run('eslint', ...code);
	run('tsc', '--noEmit');
	run('jest', '--selectProjects', 'unit', '--passWithNoTests', '--findRelatedTests', ...code);
}
if (others.length > 0) {
	// The tests of all pages, and those that name one of these files.
	run('jest', 'test/docs', ...others.flatMap(testsThatName), '--selectProjects', 'unit');
}

function testsThatName(file) {
	const name = path.basename(file);
	const { stdout } = spawnSync('git', ['grep', '-lF', name, 'test/*.test.ts'], {
		encoding: 'utf8',
	});
	return stdout.split('\n').filter((test) => test !== '');
}

/** Ends this program if the command finds something. */
function run(command, ...options) {
	const { status } = spawnSync('npx', ['--no-install', command, ...options], {
		stdio: 'inherit',
		shell: process.platform === 'win32',
	});
	if (status !== 0) process.exit(status ?? 1);
}
