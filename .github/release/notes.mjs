import { readFileSync } from 'node:fs';

/**
 * Prints the changelog's section about a release, given its tag, as in `v1.2.3`. Ends with an error
 * unless package.json has that version and the section a date.
 */
const [tag = ''] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
if (tag !== `v${version}`) {
	throw new Error(`The tag is "${tag}", and package.json has version ${version}`);
}
// npm would make it the version that everybody gets.
if (version.includes('-')) throw new Error(`${version} is a pre-release, which is not published`);
const sections = readFileSync('CHANGELOG.md', 'utf8').split(/^## /m).slice(1);
const [heading = '', ...lines] =
	sections
		.map((section) => section.split('\n'))
		.find(([first]) => first.startsWith(`${version} `)) ?? [];
if (!/^\S+ - \d{4}-\d{2}-\d{2}$/.test(heading)) {
	throw new Error(`CHANGELOG.md has no section "## ${version} - YYYY-MM-DD"`);
}
const notes = lines.join('\n').trim();
if (notes === '') throw new Error(`The section of ${version} in CHANGELOG.md is empty`);
process.stdout.write(`${notes}\n`);
