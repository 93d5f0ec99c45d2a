/** Checks files, code or pages, with the tests that reach them: `npm run check -- <file> ...`. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

/** A file that more test files reach than this is tried by those of its folder and those that name it. */
const MOST_TEST_FILES = 30;

const files = process.argv.slice(2);
if (files.length === 0) {
	process.stderr.write(
		'Name the files to check, as in: npm run check -- simulator/inbox.ts docs/trigger.md\n',
	);
	process.exit(1);
}
const code = files.filter((file) => /\.[cm]?[jt]s$/.test(file));
const pages = files.filter((file) => !code.includes(file));
const unit = ['jest', '--selectProjects', 'unit', '--config', 'jest.config.mjs'];

const checks = [['prettier', '--check', '--ignore-unknown', ...files]];
if (code.length > 0) checks.push(['eslint', ...code], ['tsc', '--noEmit']);
// The tests of all pages, and those that name one of these.
const tests = [...testsThatReach(code), ...pages.flatMap(testsThatName)];
if (pages.length > 0) tests.push('test/docs');
if (tests.length > 0) checks.push([...unit, ...tests]);

const failed = checks.filter(([command, ...options]) => run(command, options) !== 0);
if (failed.length > 0) {
	process.stderr.write(`\nFound by ${failed.map(([command]) => command).join(', ')}.\n`);
	process.exitCode = 1;
}

function testsThatReach(sources) {
	if (sources.length === 0) return [];
	const [command, ...options] = [...unit, '--listTests', '--findRelatedTests', ...sources];
	const all = lines(spawn(command, options).stdout);
	if (all.length <= MOST_TEST_FILES) return all;
	const folders = sources.map((file) => path.resolve(testsOf(path.dirname(file))));
	const naming = sources.flatMap(testsThatName).map((file) => path.resolve(file));
	const near = all.filter((test) => folders.includes(path.dirname(test)) || naming.includes(test));
	process.stdout.write(`${near.length} of ${all.length} test files run; npm run unit runs all.\n`);
	return near;
}

/** The folder with the tests of a folder. */
function testsOf(folder) {
	return path.join('test', folder.replace(/^nodes\/MessagingGateway\/?|^test\/?/, ''));
}

/** Tests that import this code, or name this page. */
function testsThatName(file) {
	const name = code.includes(file) ? `/${path.basename(file, '.ts')}'` : path.basename(file);
	const options = ['grep', '-lF', name, 'test/*.test.ts'];
	return lines(spawnSync('git', options, { encoding: 'utf8' }).stdout);
}

function lines(text) {
	return text.split('\n').filter((line) => line !== '');
}

function run(command, options) {
	return spawn(command, options, 'inherit').status;
}

function spawn(command, options, stdio = 'pipe') {
	return spawnSync('npx', ['--no-install', command, ...options], {
		stdio,
		encoding: 'utf8',
		shell: process.platform === 'win32',
	});
}
