import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

/**
 * Puts a publisher in the place of that in package.json, in every file of the repository:
 * `node .github/release/publisher.mjs <owner>/<repository> <name> <e-mail>`
 */
const [repository = '', name, email] = process.argv.slice(2);
if (!/^[\w.-]+\/[\w.-]+$/.test(repository) || !name || !email) {
	throw new Error('Give <owner>/<repository> on GitHub, the name and the e-mail of the author');
}
const { author, homepage } = JSON.parse(readFileSync('package.json', 'utf8'));
const replacements = [
	[homepage, `https://github.com/${repository}`],
	[author.name, name],
	[author.email, email],
];
for (const file of execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trim().split('\n')) {
	const before = readFileSync(file, 'utf8');
	const after = replacements.reduce((text, [old, its]) => text.replaceAll(old, () => its), before);
	if (after !== before) writeFileSync(file, after);
}
